import type { ProcessMark } from '../../agents/sessionRecord.js';
import type { Machine } from '../../workspace/machine.js';

/** What a process is found again by. */
export async function markOf(machine: Machine, pid: number): Promise<ProcessMark> {
  const [listed] = await machine.programs.list([pid]);
  return { pid, startedAt: listed?.startedAt ?? '' };
}
