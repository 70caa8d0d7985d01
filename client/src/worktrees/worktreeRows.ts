import type { WorktreeList, WorktreeRow, WorktreeStray } from '../../../server/src/protocol.js';

/** The worktrees of a repository, or why they are not known. */
export interface WorktreeAnswer {
  /** URI of the root of the project that was asked in. */
  readonly root: string;
  readonly name: string;
  /** Undefined if it was not available. */
  readonly list?: WorktreeList;
  /** Why, as a sentence without full stop. */
  readonly failure?: string;
}

/** What the view shows. */
export type WorktreeViewRow =
  | {
      readonly kind: 'repository';
      readonly id: string;
      readonly name: string;
      readonly rows: readonly WorktreeViewRow[];
    }
  | {
      readonly kind: 'worktree';
      readonly id: string;
      /** URI of the root of the project that it is worked on from. */
      readonly root: string;
      readonly worktree: WorktreeRow;
      readonly defaultBranch?: string;
    }
  | { readonly kind: 'stray'; readonly id: string; readonly root: string; readonly stray: WorktreeStray }
  | { readonly kind: 'failure'; readonly id: string; readonly text: string };

/**
 * The rows at the top: worktrees, below their repositories where there are several. Several projects of one repository, or folders
 * of the same, have the same worktrees. A repository with nothing but its main checkout has none to show.
 */
export function topWorktreeRows(answers: readonly WorktreeAnswer[]): readonly WorktreeViewRow[] {
  const repositories = new Map<string, WorktreeViewRow & { kind: 'repository' }>();
  for (const { root, name, list, failure } of answers) {
    const id = list?.worktrees[0]?.path ?? root;
    const rows = list
      ? rowsOf(root, list)
      : failure === undefined
        ? []
        : [{ kind: 'failure' as const, id: `${root} failure`, text: failure }];
    // Its main worktree is below it, and has the same path.
    if (rows.length > 0 && !repositories.has(id))
      repositories.set(id, { kind: 'repository', id: `${id} repository`, name, rows });
  }
  const [first, ...others] = repositories.values();
  return first && others.length === 0 ? first.rows : [...repositories.values()];
}

/** A worktree as a row. */
export type WorktreeItemRow = Extract<WorktreeViewRow, { readonly kind: 'worktree' }>;

/** The worktrees of all repositories. */
export function worktreesIn(rows: readonly WorktreeViewRow[]): readonly WorktreeItemRow[] {
  return rows
    .flatMap((row) => (row.kind === 'repository' ? row.rows : [row]))
    .filter((row): row is WorktreeItemRow => row.kind === 'worktree');
}

function rowsOf(root: string, { worktrees, strays, defaultBranch }: WorktreeList): readonly WorktreeViewRow[] {
  const isAlone = worktrees.length <= 1 && strays.length === 0;
  if (isAlone) return [];
  return [
    ...worktrees.map((worktree) => ({
      kind: 'worktree' as const,
      id: worktree.path,
      root,
      worktree,
      ...(defaultBranch === undefined ? {} : { defaultBranch }),
    })),
    ...strays.map((stray) => ({ kind: 'stray' as const, id: stray.path, root, stray })),
  ];
}

/** A list that was read without sizes, with those that were known before. */
export function withSizes(list: WorktreeList, before: WorktreeList | undefined): WorktreeList {
  const known = new Map(before?.worktrees.map((one) => [one.path, one]));
  return {
    ...list,
    worktrees: list.worktrees.map((one) => {
      const { bytes, moreBytes } = known.get(one.path) ?? {};
      return one.bytes !== undefined || bytes === undefined || one.prunable
        ? one
        : { ...one, bytes, ...(moreBytes ? { moreBytes } : {}) };
    }),
  };
}
