import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { relativeTo } from '../git/commits.js';
import { isCommitting, logsOfHead } from './logsOfHead.js';
import { findDefaultBranch, isMergedInto, tipsOfBranch } from '../git/defaultBranch.js';
import type { Git, GitRefs, GitRepository, LoggedCommit, RefLogEntry, WorkGit } from '../ports.js';

/** What has to be known to find out where the work of an item began. */
export interface WorkQuestion {
  readonly git: Pick<Git, 'log' | 'refLogs'>;
  readonly workGit: WorkGit;
  readonly repository: GitRepository;
  readonly item: string;
  readonly frozenBase: string | undefined;
  readonly refs: GitRefs;
  /** The commit that HEAD is at. */
  readonly head: string;
  /** Whether work on HEAD is mixed with that of other items: on the default branch, if there is none, and where HEAD is detached. */
  readonly isShared: boolean;
  /** The commits up to which the default branch goes. */
  readonly defaultTips: readonly string[];
  /** @see logsOfHead */
  readonly logs: readonly RefLogEntry[];
  /** Whether a commit was made on HEAD's branch, as its log tells: the default branch may be moved onto it. */
  readonly isMadeHere: (hash: string) => boolean;
  /** Whether a commit changes documents of the project and nothing else. */
  readonly isPaperwork: (commit: LoggedCommit) => boolean;
  readonly signal: AbortSignal | undefined;
}

export interface WorkQuestionOptions extends Pick<
  WorkQuestion,
  'git' | 'workGit' | 'repository' | 'item' | 'frozenBase' | 'signal' | 'refs' | 'head'
> {
  readonly paths: DocumentPaths;
  /** The default branch as the configuration says. */
  readonly defaultBranch: string | undefined;
}

/** @throws the signal's reason once it is aborted. */
export async function askAbout({ paths, defaultBranch, ...known }: WorkQuestionOptions): Promise<WorkQuestion> {
  const { refs, repository } = known;
  const { branch } = refs.head;
  const defaultTips = tipsOfBranch(refs, findDefaultBranch(refs, defaultBranch));
  const logs = await logsOfHead(known);
  const made = new Set(logs.flatMap(({ after, message }) => (isCommitting.test(message) ? [after] : [])));
  const relative = relativeTo(repository.prefix);
  return {
    ...known,
    isShared: branch === undefined || isMergedInto(branch, refs, defaultBranch) || defaultTips.length === 0,
    defaultTips,
    logs,
    isMadeHere: (hash) => made.has(hash),
    isPaperwork: ({ changes }) =>
      changes.length > 0 && changes.every(({ path }) => documentKindOf(relative(path), paths) !== undefined),
  };
}
