/** The books of the last thirty days, newest first. */
export function newBooks(books, today) {
  const monthAgo = today - 30 * 24 * 3_600_000;
  return books.filter(({ added }) => added >= monthAgo).sort((a, b) => b.added - a.added);
}
