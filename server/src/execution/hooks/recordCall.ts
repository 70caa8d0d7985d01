import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { AgentCall } from '../../agents/agentCall.js';
import { findItemIds } from '../../documents/itemId.js';
import type { RecordedCommand } from '../../gates/evidence/evidenceLog.js';
import type { GitAnswer } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { openRecord } from '../../project/openRecord.js';

/**
 * Puts a destructive command that an agent hands to its shell into the record of the repository it runs in.
 *
 * @param parts the destructive ones.
 * @throws UsageError or EvidenceNotWritten for what cannot be recorded; the signal's reason.
 */
export async function recordCall(
  agent: string,
  { folder: given = '.', session, call }: AgentCall,
  parts: RecordedCommand['parts'],
  { machine, cwd }: { readonly machine: Machine; readonly cwd: string },
  signal: AbortSignal,
): Promise<void> {
  const folder = path.resolve(cwd, given);
  const repository = valueOf(await machine.git.repository(folder, signal));
  const { branch } = valueOf(await machine.git.refs(repository, signal)).head;
  const { log } = await openRecord(machine, folder, signal);
  const isKnown = log.records.some(
    ({ entry }) =>
      entry.kind === 'command' && entry.agent === agent && entry.session === session && entry.call === call,
  );
  // Hooks on both events report each call twice.
  if (isKnown && call !== undefined) return;
  const [named, ...others] = new Set(findItemIds(branch ?? '').map(({ value }) => value));
  // A session of ours knows its item, wherever the agent works.
  const item = others.length === 0 ? (named ?? machine.places.env['PACTWRIGHT_ITEM']) : undefined;
  await log.append({
    kind: 'command',
    ...(item === undefined ? {} : { item }),
    ...(branch === undefined ? {} : { branch }),
    agent,
    ...(session === undefined ? {} : { session }),
    ...(call === undefined ? {} : { call }),
    folder: repository.prefix.replace(/\/$/u, '') || '.',
    parts,
  });
}

/** @throws UsageError if git does not answer. */
function valueOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind !== 'answer') throw new UsageError(answer.message);
  return answer.value;
}
