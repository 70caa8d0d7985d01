/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/**
 * @param {readonly { state: 'passed' | 'failed' | 'skipped' }[]} results
 * @returns {Counts}
 */
export function countStates(results) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const { state } of results) counts[state]++;
  return counts;
}

/**
 * The line that every test command closes with.
 * @param {Counts} counts
 */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}
