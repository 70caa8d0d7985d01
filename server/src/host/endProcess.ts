import { setTimeout as pause } from 'node:timers/promises';
import type { ListedProcess } from '../workspace/machine.js';
import { endTree } from './processes.js';
import { whichLive, withDescendants } from './processTable.js';

/** How long processes may take to end by themselves once they are asked to. */
const patienceMs = 3_000;
const lookMs = 50;
/** After this long a killed process is gone, or the operating system holds it. */
const killedMs = 2_000;

/**
 * Ends a process, if it still is the one that is meant, with all that it has started: asks them to, and after some patience leaves them no choice. What they start
 * meanwhile is ended with them. Nothing throws.
 *
 * @param mark as in `withDescendants`.
 */
export async function endWithDescendants(root: Pick<ListedProcess, 'pid' | 'startedAt'>, mark?: string): Promise<void> {
  if (process.platform === 'win32') {
    endTree(root.pid);
    return;
  }
  // Those that lose their parent on the way are no one's children any more.
  const known = new Map<string, ListedProcess>();
  const look = async (): Promise<readonly ListedProcess[]> => {
    for (const one of await withDescendants(root, mark)) known.set(keyOf(one), one);
    return [...(await whichLive([...known.values()]))];
  };
  const asked = new Set<string>();
  const patient = performance.now() + patienceMs;
  while (performance.now() < patient) {
    const left = await look();
    if (left.length === 0) return;
    for (const one of left) if (!asked.has(keyOf(one))) signal(one, 'SIGTERM');
    for (const one of left) asked.add(keyOf(one));
    await pause(lookMs);
  }
  const killed = performance.now() + killedMs;
  while (performance.now() < killed) {
    const left = await look();
    if (left.length === 0) return;
    for (const one of left) signal(one, 'SIGKILL');
    await pause(lookMs);
  }
}

function keyOf({ pid, startedAt }: ListedProcess): string {
  return `${pid} ${startedAt}`;
}

function signal({ pid }: ListedProcess, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has ended meanwhile.
  }
}
