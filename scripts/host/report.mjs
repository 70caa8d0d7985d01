// What a scene's tests say of themselves, read from the file they leave behind.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{ title: string, state: 'passed' | 'failed' | 'skipped', error?: string }} TestResult */

/**
 * A killed extension host ends with code 0 like a good one, so only a complete file counts.
 * @param {string} file
 * @param {string} scene
 * @param {string} otherwise what is known where the file is missing or was cut short
 * @returns {TestResult[]}
 */
export function readReport(file, scene, otherwise) {
  /** @type {{ complete?: boolean, tests?: TestResult[] }} */
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const tests = (report.tests ?? []).map((test) => ({ ...test, title: `${scene}: ${test.title}` }));
  if (report.complete === true && tests.length > 0) return tests;
  const error = `The suite did not run to its end. ${otherwise}`;
  return [...tests, { title: `${scene}: the suite runs to its end`, state: 'failed', error }];
}
