// What a run of tests says of itself, read from the file it leaves behind.
import { existsSync, readFileSync } from 'node:fs';

/**
 * error: of a failed test; reason: why a test was skipped; firstError: of one that has passed when it was run again
 * @typedef {{
 *   title: string, state: 'passed' | 'failed' | 'skipped', error?: string, reason?: string, firstError?: string
 * }} TestResult
 */

/**
 * A killed process can end with code 0 like a good one, so only a complete file with a test in it counts.
 * @param {string} file
 * @param {string} name what was run; goes before the titles
 * @param {string} otherwise what is known where the file is missing or was cut short
 * @returns {TestResult[]}
 */
export function readReport(file, name, otherwise) {
  /** @type {{ complete?: boolean, tests?: TestResult[] }} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const tests = (report.tests ?? []).map((test) => ({ ...test, title: `${name}: ${test.title}` }));
  if (report.complete === true && tests.length > 0) return tests;
  const error = `It did not run to its end. ${otherwise}`;
  return [...tests, { title: `${name}: it runs to its end`, state: 'failed', error }];
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
 * What a run says in the end of which some files were run again: those count as they did then, and each test that failed before says so.
 * @param {readonly TestResult[]} first
 * @param {readonly TestResult[]} second of these files alone
 * @returns {TestResult[]}
 */
export function mergeResults(first, second) {
  const errors = new Map(first.flatMap(({ state, title, error }) => (state === 'failed' ? [[title, error]] : [])));
  const again = second.map((result) => {
    const firstError = errors.get(result.title);
    return firstError !== undefined && result.state === 'passed' ? { ...result, firstError } : result;
  });
  const titles = new Set(second.map(({ title }) => title));
  return [...first.filter(({ title }) => !titles.has(title)), ...again];
}
