import type { Machine } from '../../workspace/machine.js';
import { openRecord } from '../../project/openRecord.js';

/**
 * Records that commands noted by a hook did not run, so that they are not held against the agent. Only the process that runs the agent
 * may do so, from the program's own output: the agent itself could call a hook.
 *
 * @param calls the program's own ids, like the session.
 * @throws UsageError or EvidenceNotWritten; the signal's reason.
 */
export async function recordNotRun(
  machine: Machine,
  folder: string,
  { agent, session, calls }: { readonly agent: string; readonly session: string; readonly calls: readonly string[] },
  signal: AbortSignal,
): Promise<void> {
  const { log } = await openRecord(machine, folder, signal);
  for (const call of calls) {
    const isRecorded = log.records.some(
      ({ entry }) =>
        entry.kind === 'command' && entry.agent === agent && entry.session === session && entry.call === call,
    );
    if (isRecorded) await log.append({ kind: 'notRun', agent, session, call });
  }
}
