// What a run of tests says of itself, read from the file it leaves behind.
import { existsSync, readFileSync } from 'node:fs';

/**
 * error: of a failed test; reason: why a test was skipped; firstError: of one that passed only when it was run again
 * @typedef {{
 *   title: string, state: 'passed' | 'failed' | 'skipped', error?: string, reason?: string, firstError?: string
 * }} TestResult
 */

/**
 * A killed process can end with code 0 like a good one, so only a complete file counts, and only one with a test that ran.
 * @param {string} file
 * @param {string} name what was run; goes before the titles
 * @param {string} otherwise what is known where the file is missing or was cut short
 * @returns {TestResult[]}
 */
export function readReport(file, name, otherwise) {
  /** @type {{ complete?: boolean, tests?: TestResult[] }} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const tests = (report.tests ?? []).map((test) => ({ ...test, title: `${name}: ${test.title}` }));
  if (report.complete !== true)
    return [...tests, failure(`${name}: it runs to its end`, `It did not run to its end. ${otherwise}`)];
  if (tests.some(({ state }) => state !== 'skipped')) return tests;
  return [...tests, failure(`${name}: it runs a test`, `No test ran. ${otherwise}`)];
}

/**
 * The files with a test that failed, as the titles name them.
 * @param {readonly TestResult[]} results
 * @param {string} name what was run
 * @returns {string[]}
 */
export function failedFiles(results, name) {
  const files = results.flatMap(({ state, title }) => {
    const [file] = /^test\/\S+\.ts(?=: )/.exec(title.slice(name.length + 2)) ?? [];
    return state === 'failed' && file !== undefined ? [file] : [];
  });
  return [...new Set(files)];
}

/**
 * What a run says in the end of which some files were run once more. That tells a race from a failure and fixes neither: a
 * test that passes only then has failed, unless it is known to do so.
 * @param {readonly TestResult[]} first
 * @param {readonly TestResult[]} second of these files alone
 * @param {readonly string[]} known titles of the tests that may pass only when they are run again
 * @returns {TestResult[]}
 */
export function mergeResults(first, second, known) {
  const errors = new Map(first.flatMap(({ state, title, error }) => (state === 'failed' ? [[title, error]] : [])));
  const again = second.map((result) => {
    const firstError = errors.get(result.title);
    if (firstError === undefined || result.state !== 'passed') return result;
    if (known.includes(result.title)) return { ...result, firstError };
    return {
      ...failure(result.title, `It passes now and then: when it was run again it did, after\n${firstError}`),
      firstError,
    };
  });
  const titles = new Set(second.map(({ title }) => title));
  return [...first.filter(({ title }) => !titles.has(title)), ...again];
}

/**
 * The tests that are known to pass only now and then, each with the day it was seen and the cause.
 * @param {string} text a JSON list of `{ test, since, cause }`
 * @returns {string[]} their titles
 * @throws where an entry does not say all three, or there are more than five
 */
export function readKnownRaces(text) {
  /** @type {{ test?: string, since?: string, cause?: string }[]} */
  const entries = JSON.parse(text);
  if (entries.length > 5)
    throw new Error(`${entries.length} tests pass only now and then: mend some, five may be known.`);
  return entries.map(({ test, since = '', cause = '' }) => {
    if (test === undefined || !/^\d{4}-\d\d-\d\d$/.test(since) || cause.trim() === '')
      throw new Error(
        `A known race needs "test", "since" (a date) and "cause": ${JSON.stringify({ test, since, cause })}`,
      );
    return test;
  });
}

/**
 * @param {string} title
 * @param {string} error
 * @returns {TestResult}
 */
function failure(title, error) {
  return { title, state: 'failed', error };
}
