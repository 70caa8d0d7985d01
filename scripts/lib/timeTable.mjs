import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/** @typedef {{ heading: string } & import('./meter.mjs').Spent} PartTime */

/** Seconds of processor time by the beginning of a heading: what a part should stay below. Nothing fails above them. */
const budgets = Object.entries(
  /** @type {Record<string, number>} */ (
    JSON.parse(readFileSync(path.join(repository, 'scripts/budgets.json'), 'utf8'))
  ),
);

/**
 * What each part took, and what it may take, in seconds.
 * @param {readonly PartTime[]} times
 * @returns {string}
 */
export function timeTable(times) {
  const sum = {
    heading: 'in all',
    processor: total(times.map(({ processor }) => processor)),
    wall: total(times.map(({ wall }) => wall)),
  };
  const rows = [...times, sum].map(({ heading, processor, wall }) => {
    const budget = budgets.find(([name]) => heading.startsWith(name))?.[1];
    const over = budget !== undefined && (processor ?? 0) > budget ? '  over it' : '';
    return [figure(processor), figure(wall), figure(budget), `  ${heading}${over}`].join('');
  });
  return ['processor     wall   budget', ...rows].join('\n');
}

/** @param {readonly (number | undefined)[]} figures */
function total(figures) {
  return figures.reduce((sum, figure) => (sum ?? 0) + (figure ?? 0), 0);
}

/** @param {number | undefined} seconds */
function figure(seconds) {
  return (seconds === undefined ? '' : seconds.toFixed(1)).padStart(9);
}
