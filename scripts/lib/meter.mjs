// How much processor time each part of a run takes: that of the programs started for it, with all that these have started.
//
// The system adds what a process took to the one that waits for its end. For what is killed together with its parent nobody waits, as
// for the extension host and the browser of a VS Code that is closed. So the processes are looked at now and then, and what one had
// taken when it was last seen counts, whether somebody has waited for it or not.
import { AsyncLocalStorage } from 'node:async_hooks';
import { listProcesses, readProcess } from './processTable.mjs';

/** @typedef {{ processor: number | undefined, wall: number }} Spent in seconds; processor: undefined where the system does not tell */
/** @typedef {import('./processTable.mjs').ProcessTime} ProcessTime */

/**
 * @typedef {object} Part
 * @property {number} processor seconds of the processes that have ended
 * @property {Set<number>} roots started for this part, and running
 * @property {Map<number, ProcessTime>} seen its processes when they were last looked at
 */

/** What a process takes after it was last seen is lost where nobody waits for it. */
const lookEveryMs = 500;

/** @type {AsyncLocalStorage<Part>} */
const current = new AsyncLocalStorage();

/** @type {Set<Part>} */
const open = new Set();

/** What this process had waited for when it last looked. */
let waitedBefore = 0;

/**
 * Does something, and says what it took.
 * @template T
 * @param {() => Promise<T>} task
 * @returns {Promise<{ value: T, spent: Spent }>}
 */
export async function metered(task) {
  if (open.size === 0) waitedBefore = waitedNow();
  /** @type {Part} */
  const part = { processor: 0, roots: new Set(), seen: new Map() };
  const began = Date.now();
  open.add(part);
  const timer = setInterval(() => look(), lookEveryMs);
  try {
    const value = await current.run(part, task);
    look(part);
    const processor = readProcess('self') && part.processor + total(part.seen.values());
    return { value, spent: { processor, wall: (Date.now() - began) / 1000 } };
  } finally {
    clearInterval(timer);
    open.delete(part);
  }
}

/**
 * What a process of this part takes counts as the part's, and what those take that it starts.
 * @param {import('node:child_process').ChildProcess} child
 */
export function countFor(child) {
  const part = current.getStore();
  const { pid } = child;
  if (!part || pid === undefined) return;
  part.roots.add(pid);
  child.once('exit', () => {
    part.roots.delete(pid);
    look(part);
  });
}

/**
 * Looks at the processes of all parts, and counts those that have ended.
 * @param {Part} [part] which gets what this process has waited for beyond what was seen: processes that ended as soon as they began
 */
export function look(part) {
  const now = listProcesses();
  const grown = waitedNow() - waitedBefore;
  waitedBefore += grown;
  let waitedFor = 0;
  for (const one of open) {
    const { lost, ours } = endedOf(one.seen, now);
    one.processor += lost + ours;
    waitedFor += ours;
    one.seen = processesOf(one, now);
  }
  const taker = part ?? [...open][0];
  if (taker) taker.processor += Math.max(0, grown - waitedFor);
}

/**
 * Seconds that processes had taken that have ended: `ours` of those that this process could wait for, `lost` of those that nobody has
 * waited for.
 * @param {ReadonlyMap<number, ProcessTime>} seen
 * @param {ReadonlyMap<number, ProcessTime>} now
 */
export function endedOf(seen, now) {
  let lost = 0;
  let ours = 0;
  /** By the one that could wait for them. @type {Map<number, number>} */
  const handed = new Map();
  const isGone = (/** @type {number} */ id) => now.get(id)?.began !== seen.get(id)?.began;
  for (const [id, time] of seen) {
    if (!isGone(id)) continue;
    let heir = time.parent;
    for (let above = seen.get(heir); above && isGone(heir); above = seen.get(heir)) heir = above.parent;
    const seconds = time.own + time.waited;
    if (heir === process.pid) ours += seconds;
    else if (seen.has(heir)) handed.set(heir, (handed.get(heir) ?? 0) + seconds);
    else lost += seconds;
  }
  for (const [heir, seconds] of handed)
    lost += Math.max(0, seconds - (now.get(heir)?.waited ?? 0) + (seen.get(heir)?.waited ?? 0));
  return { lost, ours };
}

/**
 * Those of a part that run: what was started for it, what was seen before though its parent has ended, and all below. Where no other
 * part runs, what this process has started in another way is its, too, such as a browser.
 * @param {Part} part
 * @param {ReadonlyMap<number, ProcessTime>} now
 */
function processesOf(part, now) {
  /** @type {Map<number, number[]>} */
  const below = new Map();
  for (const [id, { parent }] of now) below.set(parent, [...(below.get(parent) ?? []), id]);
  const known = [...part.seen].filter(([id, { began }]) => now.get(id)?.began === began).map(([id]) => id);
  const found = [...part.roots, ...known, ...(open.size === 1 ? (below.get(process.pid) ?? []) : [])];
  /** @type {Map<number, ProcessTime>} */
  const processes = new Map();
  for (const id of found) {
    const time = now.get(id);
    if (!time || processes.has(id)) continue;
    processes.set(id, time);
    found.push(...(below.get(id) ?? []));
  }
  return processes;
}

/** @param {Iterable<ProcessTime>} times */
function total(times) {
  let seconds = 0;
  for (const { own, waited } of times) seconds += own + waited;
  return seconds;
}

function waitedNow() {
  return readProcess('self')?.waited ?? 0;
}
