import path from 'node:path';
import { UsageError } from '../../base/usageError.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { logOf } from '../agents/sessionLog.js';
import { readSessionsOf } from '../agents/sessionReader.js';
import { stopSession } from '../agents/stopSession.js';
import type { PhaseDesk } from './phaseDesk.js';

/**
 * Two agents that change the same files destroy each other's work. One that works alone, and whose phase was killed, is ended: nothing
 * would judge it.
 *
 * @param folder where the next agent is to work: absolute.
 * @throws UsageError while another agent changes the item's work there.
 */
export async function requireFreeFolder(item: string, folder: string, desk: PhaseDesk): Promise<void> {
  const { machine, signal, tell } = desk;
  const { logs } = await findSessionPlace(machine, folder, signal);
  for (const { start, ended, process, keeper } of await readSessionsOf(machine, logs, item)) {
    const { id, mode } = start;
    if (ended || start.access !== 'write' || path.resolve(start.folder) !== path.resolve(folder)) continue;
    const live = await machine.programs.whichLive([keeper, ...(process ? [process] : [])]);
    if (live.size === 0) continue;
    const log = logOf(logs, id);
    if (live.has(keeper) || mode === 'interactive' || log === undefined)
      throw new UsageError(
        `${start.agent} is at work on ${item} in ${folder}: wait for it, or end it with \`pactwright agent stop ${id}\``,
      );
    await stopSession(machine, log);
    tell({ event: 'done', what: `ended ${id}, whose phase was gone` });
  }
}
