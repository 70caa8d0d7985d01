import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../server/src/base/nearestName.js';

const names = ['compat', 'rules', 'paths', 'ignore', 'baseline', 'ci', 'e2e'];

describe('nearestName', () => {
  it.each([
    ['a letter too many', 'compatt', 'compat'],
    ['a letter missing', 'rles', 'rules'],
    ['another letter', 'pathz', 'paths'],
    ['two swapped letters', 'ingore', 'ignore'],
    ['two slips', 'bseelnie', undefined],
    ['two swaps', 'absleine', 'baseline'],
    ['letter case', 'Rules', 'rules'],
    ['the word itself', 'rules', 'rules'],
    ['three slips', 'compress', undefined],
    ['a short word that shares nothing', 'zz', undefined],
    ['one letter of a short word', 'c', undefined],
    ['no word', '', undefined],
  ])('%s: %s', (_, word, expected) => {
    expect(nearestName(word, names)).toBe(expected);
  });

  it('takes the first of the nearest', () => {
    expect(nearestName('cat', ['cart', 'car', 'cut'])).toBe('cart');
    expect(nearestName('cat', ['carts', 'cut'])).toBe('cut');
  });
});
