import { findItemIds } from '../../documents/itemId.js';
import { blockers } from '../../gates/verdict.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import { askGate } from '../gates/askGate.js';
import type { GitEvent } from './gitEvents.js';
import { itemAtWork } from './itemAtWork.js';

interface Desk {
  readonly machine: Machine;
  /** The top of the worktree, where git runs its hooks. Absolute. */
  readonly cwd: string;
  readonly signal: AbortSignal;
}

/**
 * Why git is to stop, as text for a person; undefined where it may continue, as it may where no item is at work.
 *
 * @param message what `commit-msg` is about.
 * @throws UsageError where the project, the record or git cannot be read.
 */
export async function refuseGit(
  event: GitEvent,
  message: string | undefined,
  { machine, cwd, signal }: Desk,
): Promise<string | undefined> {
  const folder = await findProjectAbove(cwd, machine.files);
  const item = folder === undefined ? undefined : await itemAtWork(folder, { machine, signal });
  if (folder === undefined || item === undefined) return undefined;
  if (event === 'commit-msg') return refuseMessage(item, message ?? '');
  const { verdict } = await askGate({
    ...{ folder, gate: 'commit', item, profile: undefined, fresh: false, recorded: false, trustCommands: false },
    ...{ machine, signal, onEvent: () => undefined, warn: () => undefined },
  });
  if (verdict.answer === 'allowed') return undefined;
  const lines = blockers(verdict.conditions).map(
    ({ name, summary, next }) => `  ${name}: ${summary}.${next === undefined ? '' : ` ${next}.`}`,
  );
  return [`the gate commit of ${item} blocks this:`, ...lines].join('\n');
}

/** Messages that git writes itself name what they are about. */
const writtenByGit = /^(?:Merge |Revert |fixup! |squash! |amend! )/u;

function refuseMessage(item: string, message: string): string | undefined {
  const isNamed = findItemIds(message).some(({ value }) => value === item);
  if (isNamed || writtenByGit.test(message)) return undefined;
  return `the commit message does not name ${item}, so nobody can tell what the commit is for: name it in the subject or in a trailer`;
}
