import type { WorkChange } from '../../workspace/work/work.js';
import { isGenerated } from '../../gates/support/generated.js';
import { isProductSource } from '../../gates/support/productFiles.js';
import { NotRunYet } from '../../gates/lab.js';
import { relativeTo } from '../../workspace/git/commits.js';
import type { GitAnswer, GitRepository, TreeChange, WorkGit } from '../../workspace/ports.js';
import { readWork } from '../../workspace/work/readWork.js';
import { relevantHash } from '../../workspace/work/relevantHash.js';
import type { Work } from '../../workspace/work/work.js';
import type { OpenedItem } from '../../project/openItem.js';
import type { ChangedPath, FolderState, LabSources } from './sources.js';

export interface LabSourcesOptions {
  readonly opened: OpenedItem;
  readonly workGit: WorkGit;
  /** The commit that the item's spec was frozen at. */
  readonly frozenBase: string | undefined;
  /** Whether nothing is to be run, so that no copy is needed. */
  readonly recorded: boolean;
  readonly signal: AbortSignal;
}

/** What git says of the item's work and of the folder; the work is asked for once. */
export function createLabSources(
  options: LabSourcesOptions,
): LabSources & { readonly work: () => Promise<GitAnswer<Work>> } {
  const { opened, workGit, frozenBase, recorded, signal } = options;
  const { root, repository, git, item, trace, index, project } = opened;
  const { paths, defaultBranch } = index.configuration().value;
  let asked: Promise<GitAnswer<Work>> | undefined;
  const work = (): Promise<GitAnswer<Work>> =>
    (asked ??= readWork({
      git,
      workGit,
      root,
      repository,
      item: item.id,
      knownItems: new Set(trace.items),
      doneBy: (id) => {
        const hash = trace.item(id)?.doneBy?.hash;
        return hash !== undefined && project.git?.history?.isOnHead(hash) === true ? hash : undefined;
      },
      paths,
      defaultBranch,
      frozenBase,
      isClean: isClean(opened),
      signal,
    }));
  const inRepository = async <T>(ask: (repository: GitRepository) => Promise<GitAnswer<T>>): Promise<GitAnswer<T>> =>
    repository
      ? ask(repository)
      : { kind: 'unavailable', message: `${root} is not in a git repository: \`git init\` creates one` };

  const now = (): Promise<GitAnswer<FolderState>> =>
    inRepository<FolderState>(async (inside) => {
      const before = await work();
      if (before.kind !== 'answer') return before;
      const unwatched = await workGit.unwatched(inside, signal);
      if (unwatched.kind !== 'answer') return unwatched;
      const tree = await workGit.snapshot(inside, unwatched.value, signal);
      if (tree.kind !== 'answer') return tree;
      if (tree.value === before.value.tree) return before;
      const files = await workGit.differences(inside, [{ before: undefined, after: tree.value }], signal);
      if (files.kind !== 'answer') return files;
      const relative = relativeTo(inside.prefix);
      const entries = (files.value[0] ?? []).map((entry) => ({ ...entry, path: relative(entry.path) }));
      const { head } = before.value;
      return { kind: 'answer', value: { head, tree: tree.value, relevant: relevantHash(entries, paths) } };
    });

  return {
    work,
    before: work,
    now,
    changed: (before, after) =>
      inRepository(async (inside) => {
        const found = await workGit.differences(inside, [{ before, after }], signal);
        if (found.kind !== 'answer') return found;
        const relative = relativeTo(inside.prefix);
        const toChangedPath = ({ path, modeBefore }: TreeChange): ChangedPath => ({
          path: relative(path),
          isNew: modeBefore === undefined,
        });
        return { kind: 'answer', value: (found.value[0] ?? []).map(toChangedPath) };
      }),
    product: async () => {
      const answer = await work();
      return answer.kind === 'answer' ? watchedSources(answer.value.changes) : [];
    },
    checkOut: (tree, folder) => {
      // Only what is run there needs it.
      if (recorded) throw new NotRunYet();
      return inRepository((inside) => workGit.checkOut(inside, tree, folder, signal));
    },
    top: repository?.top ?? root,
  };
}

/** Whether git has said that the whole repository is as it was committed. What is in submodules it does not say. */
function isClean({ repository, project }: OpenedItem): boolean {
  const history = project.git?.history;
  return repository?.prefix === '' && history?.uncommitted.size === 0 && history.changesOf('.gitmodules').length === 0;
}

/**
 * The sources that no test may write while it judges them: those of the product that the work changed. One that a program writes is
 * free to be rewritten, if it was so before the work: the work itself could put that mark anywhere.
 *
 * @returns paths relative to the project root.
 */
export function watchedSources(changes: readonly WorkChange[]): readonly string[] {
  return changes.flatMap(({ path, kind, before = '', after = '' }) =>
    kind === 'deleted' || !isProductSource(path) || (isGenerated(before) && isGenerated(after)) ? [] : [path],
  );
}
