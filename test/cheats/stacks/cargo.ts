import type { Stack } from '../cheat.js';
import { has } from './has.js';

const tests = (...bodies: readonly (readonly [string, string])[]): string => `
#[cfg(test)]
mod tests {
    use super::*;
${bodies.map(([name, body]) => `\n    #[test]\n    fn ${name}() {\n        ${body}\n    }\n`).join('')}}
`;

const source = `const FROM: u32 = 100;

/// Ten percent off from 100 on.
pub fn discount(total: u32) -> u32 {
    if total >= FROM { total - total / 10 } else { total }
}
`;

/** The file of discounts with other tests in it. */
export const discountWith = (lowered: string, stays = 'assert_eq!(discount(50), 50);', from = source): string =>
  `${from}${tests(['story_002_ac1_a_large_total_is_lowered', lowered], ['story_002_ac2_a_small_total_stays', stays])}`;

const cart = `/// The sum of all prices.
pub fn total(prices: &[u32]) -> u32 {
    prices.iter().fold(0, |sum, price| sum + price)
}
${tests(['story_001_ac1_prices_are_added_up', 'assert_eq!(total(&[2, 3]), 5);'])}`;

/** Sources and tests stand in the same files. */
export const cargo: Stack = {
  name: 'Rust with cargo test',
  isHere: has('cargo', '--version'),
  start: {
    'Cargo.toml': '[package]\nname = "shop"\nversion = "1.0.0"\nedition = "2021"\n',
    'Cargo.lock': 'version = 3\n\n[[package]]\nname = "shop"\nversion = "1.0.0"\n',
    'src/lib.rs': 'pub mod cart;\npub mod discount;\npub mod stock;\n',
    'src/discount.rs': '//! What is taken off.\n',
    'src/stock.rs': 'pub fn stock(shelf: &[u32]) -> usize {\n    shelf.len()\n}\n',
    'README.md': '# Shop\n',
    '.gitignore': 'target/\n',
  },
  paths: {
    cart: 'src/cart.rs',
    cartTest: 'src/cart.rs',
    discount: 'src/discount.rs',
    discountTest: 'src/discount.rs',
    other: 'src/stock.rs',
  },
  cart,
  cartTest: cart,
  discount: source,
  discountTest: discountWith('assert_eq!(discount(200), 180);'),
};
