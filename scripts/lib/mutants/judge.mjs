// Finds out which of many mutants a test file notices, with all of them on at once.

/**
 * @typedef {object} Failure a test that failed
 * @property {string} by its name, and why
 * @property {readonly number[]} reached the mutants that it came by, or that anything outside of tests came by
 */
/** @typedef {{ passed: boolean, seconds: number, failures: readonly Failure[] }} Answer failures: all that are known */
/** @typedef {(test: string, on: readonly number[]) => Promise<Answer>} Ask runs a test file with these mutants on */
/**
 * @typedef {object} Open
 * @property {number} number
 * @property {string[]} left test files that have not been asked: what is asked is taken out
 * @property {(test: string, by: string) => void} kill
 */

/**
 * Where the file passes, it notices none of them. A test that fails and came by one alone notices that one, and the others are asked
 * again; where no test tells, halves of them are.
 * @param {readonly Open[]} mutants
 * @param {string} test
 * @param {Ask} ask
 * @returns {Promise<void>}
 */
export async function judgeTogether(mutants, test, ask) {
  const [first] = mutants;
  if (!first) return;
  const numbers = mutants.map(({ number }) => number);
  const { passed, failures } = await ask(test, numbers);
  if (passed) {
    for (const { left } of mutants) left.splice(left.indexOf(test), 1);
    return;
  }
  if (mutants.length === 1) return first.kill(test, failures[0]?.by ?? 'no answer');
  const rest = mutants.filter((mutant) => {
    const own = failures.find(
      ({ reached }) => reached.includes(mutant.number) && numbers.filter((one) => reached.includes(one)).length === 1,
    );
    if (own) mutant.kill(test, own.by);
    return !own;
  });
  const middle = rest.length < mutants.length ? rest.length : Math.ceil(rest.length / 2);
  await judgeTogether(rest.slice(0, middle), test, ask);
  await judgeTogether(rest.slice(middle), test, ask);
}
