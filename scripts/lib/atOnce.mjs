/**
 * Does something for each of a list, a few at a time.
 * @template Item, Result
 * @param {readonly Item[]} items
 * @param {number} atOnce how many at most are under way
 * @param {(item: Item) => Promise<Result>} work
 * @returns {Promise<Result[]>} in the order of the items
 * @throws what `work` throws first; what is under way then goes on
 */
export async function eachAtOnce(items, atOnce, work) {
  /** @type {Result[]} */
  const results = [];
  const left = items.entries();
  const worker = async () => {
    for (const [place, item] of left) results[place] = await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}
