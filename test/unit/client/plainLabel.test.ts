import { expect, it } from 'vitest';
import { plainLabel } from '../../../client/src/editor/plainLabel.js';

it.each([
  ['Pay $(x) by card', 'Pay \\$(x) by card'],
  ['$5 (five)', '$5 (five)'],
])('%s is written as %s', (text, written) => {
  expect(plainLabel(text)).toBe(written);
});
