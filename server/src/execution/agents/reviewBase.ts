import type { Machine } from '../../workspace/machine.js';
import { frozenSpecs } from '../../gates/evidence/frozen.js';
import type { Configuration } from '../../workspace/configuration.js';
import { findDefaultBranch, tipsOfBranch } from '../../workspace/git/defaultBranch.js';
import type { GitRefs, GitRepository, WorkGit } from '../../workspace/ports.js';
import { emptyTreeLike } from '../../workspace/work/emptyTree.js';
import { findBase } from '../../workspace/work/findBase.js';
import { askAbout } from '../../workspace/work/workQuestion.js';
import { openLog, recordFolder } from '../../project/openLog.js';

/** Work that is to be looked over. */
export interface ReviewedWork {
  /** Where it is; absolute. */
  readonly folder: string;
  /** The item it is of; undefined: of none. */
  readonly item: string | undefined;
  readonly configuration: Pick<Configuration, 'paths' | 'defaultBranch'>;
}

/**
 * What work is compared with: where the item's began, as gates see it; of no item, where the branch left the default one, and HEAD on
 * that itself.
 *
 * @returns a commit, or the empty tree where there was nothing before; undefined without git, and where that does not say.
 */
export async function findReviewBase(
  machine: Machine,
  work: ReviewedWork,
  signal: AbortSignal,
): Promise<string | undefined> {
  const found = await machine.git.repository(work.folder, signal);
  const refs = found.kind === 'answer' ? await machine.git.refs(found.value, signal) : found;
  if (found.kind !== 'answer' || refs.kind !== 'answer') return undefined;
  return machine.withScratchFolder((scratch) =>
    baseOf(machine, work, found.value, refs.value, machine.workGit(scratch), signal),
  );
}

async function baseOf(
  machine: Machine,
  { folder, item, configuration }: ReviewedWork,
  repository: GitRepository,
  refs: GitRefs,
  workGit: WorkGit,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { commit: head, branch } = refs.head;
  if (head === undefined) return undefined;
  if (item === undefined) {
    const name = findDefaultBranch(refs, configuration.defaultBranch);
    const tips = tipsOfBranch(refs, name);
    if (branch === name || tips.length === 0) return head;
    const left = await workGit.mergeBase(repository, head, tips, signal);
    return left.kind === 'answer' ? (left.value ?? head) : undefined;
  }
  const log = await openLog(machine, await recordFolder(machine, folder, repository), signal);
  const frozenBase = frozenSpecs(log).get(item)?.base;
  const asked = await askAbout({
    ...configuration,
    git: machine.git,
    workGit,
    repository,
    item,
    frozenBase,
    refs,
    head,
    signal,
  });
  const base = await findBase(asked);
  return base.kind === 'answer' ? (base.value.commit?.hash ?? emptyTreeLike(head)) : undefined;
}
