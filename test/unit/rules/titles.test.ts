import { describe, expect, it } from 'vitest';
import type { Located } from '../../../server/src/markdown/span.js';
import { relationOf, type TitleRelation, titleWithoutRemarks } from '../../../server/src/rules/drift/titles.js';

const located = (value: string): Located => ({ value, span: { start: 10, end: 10 + value.length } });

describe('relationOf', () => {
  it.each<[string, string, TitleRelation]>([
    ['Guest carts', '**guest  carts.**', 'same'],
    ['Guest carts', 'Guest carts [#12](https://example.com/12)', 'same'],
    ['Guest carts', 'Guest carts — (#12)', 'same'],
    ['Guest carts', 'Guest carts [P1] [#3](x)', 'same'],
    ['Guest carts', 'Spec STORY-001: Guest carts', 'same'],
    ['Guest carts', 'Spec: STORY-001', 'same'],
    ['Keep: the cart', 'Keep — the `cart()`', 'same'],
    ['Guest carts', 'Guest cart', 'reworded'],
    ['Guest carts', 'Guest carts are kept for thirty days after the last visit', 'reworded'],
    ['Guest carts', 'Guest carts `P2`', 'same'],
    ['Redeem at checkout', 'Redeem vouchers at the checkout of the mobile shop for readers', 'reworded'],
    ['Checkout at redeem', 'Redeem vouchers at the checkout of the mobile shop for readers', 'different'],
    ['Guest', 'Guestbook of the shop', 'different'],
    ['Guest carts', 'Expire old carts', 'different'],
    ['购物车刷新后保留', '购物车刷新后仍保留', 'reworded'],
    ['购物车刷新后保留', '搜索结果排序', 'different'],
    ['a', 'b', 'different'],
  ])('%s | %s: %s', (one, other, expected) => {
    expect(relationOf(located(one), located(other))).toBe(expected);
    expect(relationOf(located(other), located(one))).toBe(expected);
  });

  it('compares anew what one title is compared with', () => {
    const title = located('Guest carts');
    expect(relationOf(title, located('Guest cart'))).toBe('reworded');
    expect(relationOf(title, located('Search'))).toBe('different');
  });
});

describe('titleWithoutRemarks', () => {
  it('ends before links, numbers and marks', () => {
    expect(titleWithoutRemarks(located('Guest carts [P1] (#12)'))).toEqual({ start: 10, end: 21 });
    expect(titleWithoutRemarks(located('Guest carts'))).toEqual({ start: 10, end: 21 });
  });
});
