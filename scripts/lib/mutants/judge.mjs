// Finds out which test files notice which mutants: the cheap files for each mutant by itself, the others for all that are left at once.

/** @typedef {{ passed: boolean, by?: string, seconds: number }} Answer by: the first test that failed, and how */
/** @typedef {(test: string, on: readonly number[]) => Promise<Answer>} Ask whether a test file passes with these mutants on */
/**
 * @typedef {object} Open
 * @property {number} number
 * @property {string[]} left test files that have not been asked: what is asked is taken out
 * @property {(test: string, by: string) => void} kill
 */

/** For each mutant alone, beyond its first file; in seconds as the files take without one. */
const budget = 8;

/**
 * @param {Open} mutant with its test files in the order they are to be asked
 * @param {(test: string) => number} seconds
 * @param {Ask} ask
 */
export async function judgeAlone(mutant, seconds, ask) {
  let spent = 0;
  for (const test of [...mutant.left]) {
    if (spent > 0 && spent + seconds(test) > budget) return;
    const { passed, by = '' } = await ask(test, [mutant.number]);
    if (!passed) return mutant.kill(test, by);
    drop(mutant, test);
    spent += seconds(test);
  }
}

/**
 * Where a file passes with all of them, it notices none. Where it fails, halves of them are asked.
 * @param {readonly Open[]} mutants
 * @param {string} test
 * @param {Ask} ask
 * @param {(test: string) => Promise<boolean>} isSound whether the file passes without any
 */
export async function judgeTogether(mutants, test, ask, isSound) {
  const [first] = mutants;
  if (!first) return;
  const numbers = mutants.map(({ number }) => number);
  const { passed, by = '' } = await ask(test, numbers);
  if (passed || !(await isSound(test))) for (const one of mutants) drop(one, test);
  else if (mutants.length === 1) first.kill(test, by);
  else {
    const middle = Math.ceil(mutants.length / 2);
    await judgeTogether(mutants.slice(0, middle), test, ask, isSound);
    await judgeTogether(mutants.slice(middle), test, ask, isSound);
  }
}

/** @param {Open} mutant @param {string} test */
function drop({ left }, test) {
  left.splice(left.indexOf(test), 1);
}
