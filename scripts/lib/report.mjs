// What a run of tests says of itself, read from the file it leaves behind.
import { existsSync, readFileSync } from 'node:fs';

/**
 * error: of a failed test; reason: why a test was skipped
 * @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', error?: string, reason?: string }} TestResult
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
