import type { DocumentPaths } from '../../documents/documentPaths.js';
import type { Git, GitAnswer, GitRepository, WorkGit } from '../ports.js';
import type { OtherItems } from './othersWork.js';
import { findBase } from './findBase.js';
import { readIgnoredSources } from './readIgnoredSources.js';
import type { Work } from './work.js';
import { askAbout } from './workQuestion.js';
import { compareWork } from './compareWork.js';

export interface ReadWorkOptions extends OtherItems {
  readonly git: Pick<Git, 'repository' | 'refs' | 'log' | 'refLogs' | 'worktrees' | 'status'>;
  readonly workGit: WorkGit;
  /** The project root; absolute. */
  readonly root: string;
  /** The repository of the root, where it is known. */
  readonly repository?: GitRepository | undefined;
  /** The item whose work it is. */
  readonly item: string;
  readonly paths: DocumentPaths;
  /** The branch work is merged into, where the configuration says. */
  readonly defaultBranch?: string | undefined;
  /** Whether git has just said that nothing is uncommitted: the folder is then HEAD's tree, unless files go unwatched. */
  readonly isClean?: boolean;
  /** The commit that HEAD was at when the item's spec was frozen; all its digits. */
  readonly frozenBase?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Finds out what an item changed: from the commit its work began at to the folder as it is now.
 *
 * What other items' commits changed is left out of the changes: `findOthersWork` says which those are.
 *
 * @returns `unavailable` without git, repository or commit; `failed` where git fails, or a shallow clone ends before the work began.
 * @throws the signal's reason once it is aborted.
 */
export async function readWork(options: ReadWorkOptions): Promise<GitAnswer<Work>> {
  const { git, workGit, root, item, knownItems, doneBy, paths, defaultBranch, frozenBase, signal } = options;
  const place: GitAnswer<GitRepository> = options.repository
    ? { kind: 'answer', value: options.repository }
    : await git.repository(root, signal);
  if (place.kind !== 'answer') return place;
  const repository = place.value;
  const [refs, unwatched, status] = await Promise.all([
    git.refs(repository, signal),
    workGit.unwatched(repository, signal),
    git.status({ ...repository, folder: repository.top, prefix: '' }, signal),
  ]);
  if (refs.kind !== 'answer') return refs;
  const { commit: head } = refs.value.head;
  if (head === undefined) {
    const message = `the repository of ${root} has no commit yet, so there is nothing to compare with`;
    return { kind: 'unavailable', message };
  }
  if (unwatched.kind !== 'answer') return unwatched;
  if (status.kind !== 'answer') return status;
  const ignored = await readIgnoredSources(status.value, workGit, repository, signal);
  if (ignored.kind !== 'answer') return ignored;
  const asked = await askAbout({
    git,
    workGit,
    repository,
    item,
    paths,
    defaultBranch,
    frozenBase,
    signal,
    refs: refs.value,
    head,
  });
  const base = await findBase(asked);
  if (base.kind !== 'answer') return base;
  const isAsCommitted = options.isClean === true && unwatched.value.length === 0 && status.value.nested.length === 0;
  const committed = isAsCommitted ? base.value.graph.get(head)?.tree : undefined;
  const tree: GitAnswer<string> =
    committed === undefined
      ? await workGit.snapshot(repository, unwatched.value, signal)
      : { kind: 'answer', value: committed };
  if (tree.kind !== 'answer') return tree;
  return compareWork({
    asked,
    base: base.value,
    tree: tree.value,
    unwatched: unwatched.value,
    ignored: ignored.value,
    knownItems,
    doneBy,
    paths,
    worktrees: (inside, stop) => git.worktrees(inside, stop),
  });
}
