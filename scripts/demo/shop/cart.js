/** A cart has titles, and of each a number of copies. */
export function add(cart, title) {
  return { ...cart, [title]: (cart[title] ?? 0) + 1 };
}

/** The number beside the cart. */
export function count(cart) {
  return Object.values(cart).reduce((sum, copies) => sum + copies, 0);
}
