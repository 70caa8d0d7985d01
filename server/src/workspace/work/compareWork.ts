import { isTestPath, languageOf } from '../../code/languageOf.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { relativeTo } from '../git/commits.js';
import { isBelowFolderNotLookedInto } from '../foldersNotLookedInto.js';
import type { Git, GitAnswer, LoggedCommit, TreeChange, UnwatchedFile } from '../ports.js';
import { emptyTreeLike } from './emptyTree.js';
import type { WorkBase } from './findBase.js';
import { treeOfOthers } from './othersTree.js';
import { findOthersWork, type OtherItems } from './othersWork.js';
import { holdsSetting, type IgnoredSource, isNewPattern, isSetting, openFolders } from './readIgnoredSources.js';
import { toRefMoves, unknownHashes } from './refMoves.js';
import { relevantHash } from './relevantHash.js';
import { toWorkCommit } from './toWorkCommit.js';
import type { HiddenFile, Work } from './work.js';
import { blobsOf, isNestedRepository, toWorkChanges } from './workChanges.js';
import type { WorkQuestion } from './workQuestion.js';

export interface WorkFound extends OtherItems {
  readonly asked: WorkQuestion;
  readonly base: WorkBase;
  /** The tree of the folder as it is now. */
  readonly tree: string;
  readonly unwatched: readonly UnwatchedFile[];
  /** Old patterns count, too. */
  readonly ignored: readonly IgnoredSource[];
  readonly paths: DocumentPaths;
  /** Asked only where a repository is in the folder. */
  readonly worktrees: Git['worktrees'];
}

/** Compares the folder with the base. @throws the signal's reason once it is aborted. */
export async function compareWork(found: WorkFound): Promise<GitAnswer<Work>> {
  const { asked, tree, unwatched } = found;
  const { head, logs, repository, git, workGit, isShared, signal } = asked;
  const { commit: base, from, graph } = found.base;
  const pairs = [base?.tree, graph.get(head)?.tree, undefined].map((before) => ({ before, after: tree }));
  const differences = await workGit.differences(repository, pairs, signal);
  if (differences.kind !== 'answer') return differences;
  const stray = await strayRepositories(found, differences.value[1] ?? []);
  const withoutStray = (changes: readonly TreeChange[]): readonly TreeChange[] =>
    changes.filter(({ path }) => !stray.has(path));
  const [all = [], uncommitted = [], entries = []] = differences.value.map(withoutStray);

  const onHead = commitsOnHead(found.base, head);
  const others = findOthersWork(asked, graph, onHead, found);
  const open = new Set(uncommitted.map(({ path }) => path));
  const beside = await treeOfOthers({ asked, base: found.base, onHead, others, changes: all, uncommitted, entries });
  if (beside.kind !== 'answer') return beside;
  const baseName = beside.value ?? base?.hash ?? emptyTreeLike(head);
  const own =
    beside.value === undefined
      ? differences
      : await workGit.differences(repository, [{ before: beside.value, after: tree }], signal);
  if (own.kind !== 'answer') return own;
  const changes = withoutStray(own.value[0] ?? []);
  const fileAtBase = ({ pattern }: IgnoredSource): string => `${baseName}:${pattern.file}`;
  const unknown = unknownHashes(logs, graph);
  const old = new Set<string>();
  const looked = await git.log(repository, { tips: unknown, alone: true }, ({ hash }) => old.add(hash), signal);
  if (looked.kind !== 'answer') return looked;
  const objects = [...blobsOf(changes), ...found.ignored.map(fileAtBase)];
  const texts = await workGit.texts(repository, objects, signal);
  if (texts.kind !== 'answer') return texts;
  const isNew = (one: IgnoredSource): boolean =>
    isNewPattern(one.pattern, texts.value.get(fileAtBase(one)), base?.at ?? 0);
  // Whether settings outside git changed is unknown.
  const hiding = found.ignored.filter((one) => isNew(one) || holdsSetting(repository, one.path));
  const opened = await openFolders(workGit, repository, hiding, signal);
  if (opened.kind !== 'answer') return opened;
  const hidden = opened.value.filter((one) => isNew(one) || isSetting(repository, one.path));

  const sources = entries.flatMap(({ path, modeAfter }) =>
    languageOf(path) === undefined || modeAfter === '120000' ? [] : [path],
  );
  const exchanged = await workGit.exchanged(repository, sources, signal);
  if (exchanged.kind !== 'answer') return exchanged;

  const relative = relativeTo(repository.prefix);
  const toCommit = (logged: LoggedCommit) => toWorkCommit(logged, relative);
  const place = (change: TreeChange): TreeChange => ({ ...change, path: relative(change.path) });
  const ofOthers = new Set(others.commits);
  const claims = new Map(
    [...others.claimed].flatMap(([path, items]) => (open.has(path) ? [] : [[relative(path), items] as const])),
  );
  const { branch } = asked.refs.head;
  return {
    kind: 'answer',
    value: {
      base: baseName,
      from,
      head,
      ...(branch === undefined ? {} : { branch }),
      tree,
      relevant: relevantHash(entries.map(place), found.paths),
      uncommitted: [...open].map(relative),
      changes: toWorkChanges(changes.map(place), texts.value, claims),
      commits: onHead.map((one) => ({ ...toCommit(one), ...(ofOthers.has(one) ? { others: true } : {}) })),
      hidden: [
        ...unwatched.flatMap((file) => toUnwatched(file, repository.prefix) ?? []),
        ...exchanged.value.map((path): HiddenFile => ({ path: relative(path), kind: 'exchanged' })),
        ...hidden.map((one) => toHidden(one, relative)),
      ],
      moves: toRefMoves({ logs, graph, base, isShared, old, toCommit }),
    },
  };
}

/**
 * Repositories within the folder that are no submodule: in places for worktrees or installed things, and worktrees of this one
 * wherever they are. One that is committed is a submodule.
 */
async function strayRepositories(
  { asked, worktrees }: WorkFound,
  uncommitted: readonly TreeChange[],
): Promise<ReadonlySet<string>> {
  const nested = uncommitted.filter(isNestedRepository).map(({ path }) => path);
  const stray = nested.filter(isBelowFolderNotLookedInto);
  if (stray.length === nested.length) return new Set(stray);
  const { repository, signal } = asked;
  const listed = await worktrees(repository, signal);
  const folders = new Set(listed.kind === 'answer' ? listed.value.map(({ path }) => path) : []);
  return new Set(nested.filter((path) => stray.includes(path) || folders.has(`${repository.top}/${path}`)));
}

/** The commits of the work, children before parents. */
function commitsOnHead({ commit: base, graph, brought }: WorkBase, head: string): readonly LoggedCommit[] {
  const before = base ? graph.reach(base.hash) : new Set<string>();
  const onHead = graph.reach(head);
  return graph.all.filter(({ hash, isEdge }) => onHead.has(hash) && !before.has(hash) && !brought.has(hash) && !isEdge);
}

/** What a sparse checkout leaves out is reported if it is a test of the project: only that is missed when tests run. */
function toUnwatched({ path, leftOut }: UnwatchedFile, prefix: string): HiddenFile | undefined {
  const inside = relativeTo(prefix)(path);
  if (!leftOut) return { path: inside, kind: 'unwatched' };
  const isTest = path.startsWith(prefix) && languageOf(inside) !== undefined && isTestPath(inside);
  return isTest ? { path: inside, kind: 'leftOut' } : undefined;
}

function toHidden({ path, pattern: { file, line } }: IgnoredSource, relative: (path: string) => string): HiddenFile {
  const isOutside = file.startsWith('/') || /^[A-Za-z]:/u.test(file);
  return { path: relative(path), kind: 'ignored', by: `${isOutside ? file : relative(file)}:${line}` };
}
