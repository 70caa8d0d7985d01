/** The books of an author, by any part of the name. */
export function byAuthor(books, words) {
  const wanted = words.toLowerCase();
  return books.filter(({ author }) => author.toLowerCase().includes(wanted)).slice(0, 10);
}
