import { it } from 'vitest';
import { checkSectionsReader } from '../../../support/checkSectionsReader.js';

it('a reader says of each of 3,000 versions what it would say of it alone', () => {
  checkSectionsReader(3_000);
});
