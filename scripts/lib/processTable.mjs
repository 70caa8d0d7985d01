// The processes of this machine with the processor time each has taken, as Linux tells them.
import { readdirSync, readFileSync } from 'node:fs';

/**
 * @typedef {object} ProcessTime
 * @property {number} parent its parent's id; 1 or that of a reaper once its parent has ended
 * @property {number} began tells it from an earlier process of the same id
 * @property {number} own seconds
 * @property {number} waited seconds of its children that ended while it waited for them, with what they had waited for
 */

/** Linux counts in these, whatever the machine. */
const ticksPerSecond = 100;

/** @returns {Map<number, ProcessTime>} by id; empty where the system does not tell */
export function listProcesses() {
  /** @type {Map<number, ProcessTime>} */
  const found = new Map();
  for (const name of namesIn('/proc')) {
    const time = /^\d+$/u.test(name) ? readProcess(name) : undefined;
    if (time) found.set(Number(name), time);
  }
  return found;
}

/**
 * @param {string} id or `self`
 * @returns {ProcessTime | undefined} undefined where there is none, or the system does not tell
 */
export function readProcess(id) {
  try {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    // The name before it may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(') ') + 2)
      .split(' ')
      .map(Number);
    const [parent = 0, began = 0] = [fields[1], fields[19]];
    const [user = 0, system = 0, waitedUser = 0, waitedSystem = 0] = fields.slice(11, 15);
    return {
      parent,
      began,
      own: (user + system) / ticksPerSecond,
      waited: (waitedUser + waitedSystem) / ticksPerSecond,
    };
  } catch {
    return undefined;
  }
}

/** @param {string} folder */
function namesIn(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
