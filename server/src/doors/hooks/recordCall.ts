import path from 'node:path';
import { findItemIds } from '../../documents/itemId.js';
import type { RecordedCommand } from '../../gates/evidence/evidenceLog.js';
import { fieldsOf } from '../../gates/evidence/readEntry.js';
import { destructiveCommands } from '../../gates/shell/destructiveCommands.js';
import { git } from '../../host/git.js';
import type { GitAnswer } from '../../workspace/ports.js';
import { type Io, UsageError } from '../cli/io.js';
import { openRecord } from '../cli/openRecord.js';
import { type AgentCall, agentHooks } from './agentCalls.js';

/** In UTF-16 units. */
export const longestInput = 1024 * 1024;

/** What a hook of an agent was called with. */
export interface HookInput {
  readonly agent: string;
  readonly event: string;
  /** As it came on the standard input. */
  readonly text: string;
}

type Surroundings = Pick<Io, 'cwd' | 'env' | 'now'>;

/**
 * Puts a destructive command that an agent hands to its shell into the record of the repository it runs in. Harmless ones are not
 * recorded, and git is not asked about them.
 *
 * @throws UsageError, EvidenceNotWritten or SyntaxError for what cannot be understood or recorded; the signal's reason.
 */
export async function recordCall(input: HookInput, surroundings: Surroundings, signal: AbortSignal): Promise<void> {
  const call = readCall(input);
  const parts = destructiveCommands(call?.command ?? '');
  if (call && parts.length > 0) await record(input.agent, call, parts, surroundings, signal);
}

/** @returns undefined where the event tells of no shell command. */
function readCall({ agent, event, text }: HookInput): AgentCall | undefined {
  const hook = agentHooks.get(agent);
  if (!hook) throw new UsageError(`there is no agent "${agent}" (there are ${[...agentHooks.keys()].join(', ')})`);
  if (!hook.events.includes(event))
    throw new UsageError(`"${event}" is no event of ${agent} that tells of a command (${hook.events.join(', ')} are)`);
  if (text.length > longestInput) throw new UsageError('the standard input is longer than a megabyte');
  const input = fieldsOf(JSON.parse(text));
  if (!input) throw new UsageError('the standard input is no JSON object');
  return hook.read(input);
}

async function record(
  agent: string,
  { folder: given = '.', session, call }: AgentCall,
  parts: RecordedCommand['parts'],
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<void> {
  const folder = path.resolve(surroundings.cwd, given);
  const repository = valueOf(await git.repository(folder, signal));
  const { branch } = valueOf(await git.refs(repository, signal)).head;
  const { log } = await openRecord(folder, surroundings, signal);
  const isKnown = log.records.some(
    ({ entry }) =>
      entry.kind === 'command' && entry.agent === agent && entry.session === session && entry.call === call,
  );
  // Hooks on both events tell of each call twice.
  if (isKnown && call !== undefined) return;
  const [item, ...others] = new Set(findItemIds(branch ?? '').map(({ value }) => value));
  await log.append({
    kind: 'command',
    ...(item !== undefined && others.length === 0 ? { item } : {}),
    ...(branch === undefined ? {} : { branch }),
    agent,
    ...(session === undefined ? {} : { session }),
    ...(call === undefined ? {} : { call }),
    folder: repository.prefix.replace(/\/$/u, '') || '.',
    parts,
  });
}

/** @throws UsageError where git does not answer. */
function valueOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind !== 'answer') throw new UsageError(answer.message);
  return answer.value;
}
