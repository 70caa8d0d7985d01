const ratings = new Map();

/** Keeps the stars that a reader gives a book. */
export function rate(book, reader, stars) {
  ratings.set(book, [...(ratings.get(book) ?? []), { reader, stars }]);
}

/** The mean of all ratings of a book. */
export function stars(book) {
  const given = ratings.get(book) ?? [];
  return given.reduce((sum, one) => sum + one.stars, 0) / given.length;
}
