// How much processor time each part of a run takes: that of the programs started for it, and of those that they waited for.
import { AsyncLocalStorage } from 'node:async_hooks';
import { readFileSync } from 'node:fs';

/** @typedef {{ processor: number | undefined, wall: number }} Spent in seconds; processor: undefined where the system does not tell */

/** @type {AsyncLocalStorage<{ processor: number }>} */
const parts = new AsyncLocalStorage();

/** Linux counts in these, whatever the machine. */
const ticksPerSecond = 100;
let counted = childrenSeconds() ?? 0;

/**
 * Does something, and says what it took.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<{ value: T, spent: Spent }>}
 */
export async function metered(task) {
  const part = { processor: 0 };
  const began = Date.now();
  const value = await parts.run(part, task);
  const processor = childrenSeconds() === undefined ? undefined : part.processor;
  return { value, spent: { processor, wall: (Date.now() - began) / 1000 } };
}

/**
 * What a process of this part takes counts as the part's. The system tells the sum of all that have ended: what it has grown by when one
 * ends is that one's.
 * @param {import('node:child_process').ChildProcess} child
 */
export function countFor(child) {
  const part = parts.getStore();
  child.once('exit', () => {
    const now = childrenSeconds() ?? 0;
    if (part) part.processor += now - counted;
    counted = now;
  });
}

/** @returns {number | undefined} of all children that have ended, with theirs; undefined where it is not told */
function childrenSeconds() {
  try {
    const afterName = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const [user, system] = [afterName[13], afterName[14]].map(Number);
    return user === undefined || system === undefined ? undefined : (user + system) / ticksPerSecond;
  } catch {
    return undefined;
  }
}
