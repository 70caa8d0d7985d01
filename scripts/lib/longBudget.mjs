// How much of the long suites CI plays after a change, so that a change in one room takes at most 1,100 seconds of the processor with
// all of `npm test`. Where more can break than fits, each commit plays other parts of it, and `npm run test:long` all of them.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { repository } from './repository.mjs';

/** @typedef {import('./longParts.mjs').LongParts} LongParts */

/** @type {(file: string) => Record<string, number>} */
const readFigures = (file) => JSON.parse(readFileSync(path.join(repository, 'scripts', file), 'utf8'));

/** What each part takes, in seconds of the processor; `node scripts/roomCosts.mjs --time` takes them again. */
export const seconds = readFigures('longSeconds.json');

/** What a part is taken for that nobody has timed: more than most take. A scene takes in any VS Code what it takes in the newest. */
const untimed = (/** @type {string} */ name) =>
  seconds[name.replace(/^oldest/u, 'newest')] ?? (name.endsWith('.long.ts') ? 60 : 15);

/** For a change in one room; in several, as many times as much, up to what CI's limit of time allows. */
const perRoom = readFigures('budgets.json')['long suites after a change in one room'] ?? 0;
const mostRooms = 3;

/** @param {LongParts} parts */
export function namesOf({ tests, workbench, newest, oldest, benchmarks }) {
  return [
    ...tests,
    ...workbench,
    ...newest.map((name) => `newest/${name}`),
    ...oldest.map((name) => `oldest/${name}`),
    ...benchmarks,
  ];
}

/** @param {readonly string[]} names of parts */
export function costOf(names) {
  return names.reduce((sum, name) => sum + (seconds[name] ?? untimed(name)), 0);
}

/** The folder that counts as one room, of a file of the program; undefined for any other. @param {string} file */
export function roomOf(file) {
  return /^(?:server\/src\/(?:execution|doors|documents|workspace|host)\/[^/]+|server\/src\/[^/]+|client\/\w+\/[^/]+|server\/(?:playbooks|roles))(?=\/)/u.exec(
    file,
  )?.[0];
}

/**
 * What fits into the time: first what itself has changed, then the others in an order that each commit has of its own.
 * @param {LongParts} parts that the change can break
 * @param {readonly string[]} changed paths from the root
 * @param {string} commit
 * @returns {{ chosen: LongParts, left: readonly string[] }} left: names, as of `namesOf`
 */
export function fitting(parts, changed, commit) {
  const rooms = new Set(changed.flatMap((file) => roomOf(file) ?? [])).size;
  let free = perRoom * Math.min(Math.max(rooms, 1), mostRooms);
  const rank = (/** @type {string} */ name) =>
    (changed.some((file) => file === name || file.startsWith(`${name}/`)) ? '0' : '1') +
    createHash('sha256').update(`${commit} ${name}`).digest('hex');
  const names = namesOf(parts).toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const fits = new Set(
    names.filter((name) => {
      const cost = costOf([name]);
      if (cost > free) return false;
      free -= cost;
      return true;
    }),
  );
  const ofKind = (/** @type {string} */ kind) => (/** @type {string} */ name) => fits.has(`${kind}${name}`);
  const chosen = {
    tests: parts.tests.filter(ofKind('')),
    workbench: parts.workbench.filter(ofKind('')),
    newest: parts.newest.filter(ofKind('newest/')),
    oldest: parts.oldest.filter(ofKind('oldest/')),
    benchmarks: parts.benchmarks.filter(ofKind('')),
  };
  return { chosen, left: names.filter((name) => !fits.has(name)).sort() };
}
