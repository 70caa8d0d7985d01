/** The days until a book arrives. */
export function days({ inStock }) {
  return inStock ? 2 : 9;
}
