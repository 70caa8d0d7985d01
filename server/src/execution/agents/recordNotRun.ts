import type { Machine } from '../../workspace/machine.js';
import { openRecord } from '../../project/openRecord.js';

/**
 * Notes that commands which a hook has recorded did not run, so that they accuse nobody. Who looks after the agent says so, by what its
 * program told: a hook, which the agent itself could call, cannot.
 *
 * @param calls by the program's own names, and so is the session.
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
