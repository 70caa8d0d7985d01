import { expect, it } from 'vitest';
import { itemsInName } from '../../../../server/src/workspace/git/commits.js';

it.each([
  ['feature/STORY-042', ['STORY-042']],
  ['feature/story-042-guest-carts', ['STORY-042']],
  ['fix/BUG-al-003-v2', ['BUG-al-003']],
  // `STORY-042-part` may be a prefix, but hardly is.
  ['feature/STORY-042-part-2', ['STORY-042', 'STORY-042-part-2']],
  ['feature/STORY-bob-01-003', ['STORY-bob-01-003']],
  ['main', []],
])('the items that the branch %s names', (name, items) => {
  expect(itemsInName(name)).toEqual(items);
});
