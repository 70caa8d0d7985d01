import { documentKindOf } from '../../documents/documentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { createBoardEvents } from './boardEvents.js';
import { createGitCommitLoader, defaultMostCommits } from './commitLoader.js';
import { type CommitWithChanges, relativeTo } from './commits.js';
import { createGitEdits } from './edits.js';
import type { BoardEvent, GitFacts } from './gitFacts.js';
import { createGitHistoryCore, type GitHistoryCore } from './history.js';
import { type GitFailure, isGitFailure, noticeOfFailure, noticesOf } from './notices.js';
import { createGitTexts } from './texts.js';
import { toWorktrees } from './worktrees.js';
import type { CacheFiles, Git, GitRefs, GitRepository, GitWorktree } from '../ports.js';
import { createInTurn } from '../../base/inTurn.js';
import { createTimeSlices } from '../../base/timeSlices.js';

/** What git says of one project root, asked again only for what may have changed. */
export interface GitIndex {
  /**
   * Asks git what may have changed; the first time, everything. Calls wait for each other.
   *
   * @returns whether `facts()` is another object now.
   * @throws the signal's reason once it is aborted; the facts are then those of before.
   */
  refresh(what?: GitRefresh, signal?: AbortSignal): Promise<boolean>;
  /**
   * Tells what a file says now (undefined: it is gone), so that `uncommitted` follows without git being asked. Paths are relative
   * to the root, with `/`.
   */
  fileChanged(path: string, text: string | undefined): void;
  /** From the next refresh on, git is asked which of these paths (relative to the root, with `/`) it ignores. */
  setDocuments(paths: readonly string[]): void;
  /**
   * Makes `textOf` know these blobs, as far as git has them, all in one process.
   *
   * @returns whether `facts()` is another object now.
   * @throws the signal's reason once it is aborted.
   */
  fetch(blobs: readonly string[], signal?: AbortSignal): Promise<boolean>;
  /** The same object until something changes. Before the first refresh nothing is known. */
  facts(): GitFacts;
  /** Where git keeps what is to be watched; undefined where there is no repository, or none was looked for yet. */
  repository(): GitRepository | undefined;
  /** Writes what the next session need not ask again, where there is enough of it. */
  save(): Promise<void>;
}

/** What may have changed. */
export interface GitRefresh {
  /** Branches, tags and HEAD; looked at unless this is false. */
  readonly refs?: boolean;
  /** The files with changes that are not committed. */
  readonly status?: boolean;
  readonly worktrees?: boolean;
  /** The files that say what git ignores. */
  readonly ignored?: boolean;
  /** What gates have recorded; git knows nothing of it. */
  readonly record?: boolean;
}

export interface GitIndexOptions {
  /** Absolute. */
  readonly root: string;
  readonly git: Git;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Where documents are: the board's history is read, and the earlier texts of specs and test cases. */
  readonly paths: DocumentPaths;
  /** The branch work is merged into, where the configuration says. */
  readonly defaultBranch?: string | undefined;
  /** Without it nothing is kept between sessions. */
  readonly cache?: CacheFiles;
  /** How many commits are looked at, the newest; 50,000 where it is left out. */
  readonly mostCommits?: number;
}

const mostBoardChanges = 500;
/** How many earlier texts of documents are fetched unasked when commits come in. */
const mostPrefetched = 200;
const mostTextCharacters = 64 * 1024 * 1024;
const sliceMilliseconds = 10;
const dayMilliseconds = 24 * 60 * 60 * 1000;

/** All that was learnt of a repository whose refs and commits could be read. */
interface State {
  readonly refs: GitRefs;
  readonly tips: readonly string[];
  readonly fingerprint: string;
  readonly bounded: boolean;
  readonly core: GitHistoryCore;
  readonly boardEvents: readonly BoardEvent[];
  /** As git said, less what was committed since. */
  readonly uncommitted: ReadonlySet<string>;
  readonly worktrees: readonly GitWorktree[];
  /** Why parts of it are not known. */
  readonly failures: Readonly<Partial<Record<'uncommitted' | 'worktrees' | 'texts', string | undefined>>>;
}

interface Ignored {
  readonly paths: ReadonlySet<string>;
  /** Why it is not known. */
  readonly failure?: string;
}

export function createGitIndex(options: GitIndexOptions): GitIndex {
  const { root, git, clock, paths, mostCommits = defaultMostCommits } = options;
  const slices = createTimeSlices(sliceMilliseconds);
  const boardEvents = createBoardEvents();
  const loader = createGitCommitLoader({ git, cache: options.cache, boardEvents, most: mostCommits, slices });
  const texts = createGitTexts(mostTextCharacters);
  const edits = createGitEdits();
  let repository: GitRepository | undefined;
  let state: State | undefined;
  let documents: readonly string[] = [];
  let ignored: Ignored = { paths: new Set() };
  let facts: GitFacts = { ignored: ignored.paths, notices: [] };
  let told: Ignored = ignored;
  let ignoredDue = true;
  let editsDue = false;
  // A commit came together with other changes of the index: git is asked once nothing else happens.
  let statusDue = false;
  const inTurn = createInTurn();

  const fail = (failure: GitFailure): boolean => {
    state = undefined;
    const notices = [noticeOfFailure(failure)];
    if (!facts.history && isSameJson(facts.notices, notices) && told === ignored) return false;
    told = ignored;
    facts = { ignored: ignored.paths, notices };
    return true;
  };

  /** With what was edited since git said; the very set of the facts where it holds the same. */
  const uncommittedIn = ({ core, uncommitted }: Pick<State, 'core' | 'uncommitted'>): ReadonlySet<string> => {
    const now = edits.applyTo(uncommitted, core.history, ignored.paths);
    const known = facts.history?.uncommitted;
    return known && isSameSet(known, now) ? known : now;
  };

  /** Edits are looked at once somebody asks: they may come by the thousand. */
  const current = (): GitFacts => {
    if (editsDue && state && facts.history) {
      const uncommitted = uncommittedIn(state);
      if (uncommitted !== facts.history.uncommitted) facts = { ...facts, history: { ...facts.history, uncommitted } };
    }
    editsDue = false;
    return facts;
  };

  const publish = (next: State, inside: GitRepository): boolean => {
    const { core, refs, failures, bounded } = next;
    state = next;
    told = ignored;
    const notices = noticesOf(refs, [...Object.values(failures), ignored.failure], bounded ? mostCommits : undefined);
    // Without commits there is no history to be relied on.
    facts = {
      ignored: ignored.paths,
      notices,
      ...(core.history.commits.length === 0
        ? {}
        : {
            history: {
              ...core.history,
              now: clock(),
              uncommitted: uncommittedIn(next),
              worktrees: toWorktrees(next.worktrees, refs, inside),
              boardEvents: next.boardEvents,
              textOf: (blob: string) => texts.get(blob),
            },
          }),
    };
    return true;
  };

  const askIgnored = async (signal: AbortSignal | undefined): Promise<void> => {
    const asked = documents;
    const answer = await git.ignored(root, asked, signal);
    if (answer.kind !== 'answer') {
      if (ignored.failure !== answer.message) ignored = { paths: new Set(), failure: answer.message };
    } else if (ignored.failure !== undefined || !isSameSet(ignored.paths, answer.value))
      ignored = { paths: answer.value };
    ignoredDue = asked !== documents;
  };

  /** Learns what the board's newest changes did and fetches, in the same process, earlier texts that will be asked for. */
  const readBoard = async (
    inside: GitRepository,
    core: GitHistoryCore,
    news: readonly CommitWithChanges[],
    signal: AbortSignal | undefined,
  ): Promise<{ readonly events: readonly BoardEvent[]; readonly failure?: string }> => {
    const changes = core.newestChangesOf(paths.board, mostBoardChanges);
    const earlier = earlierTexts(news, paths).filter((blob) => !texts.has(blob));
    const answer = await git.blobs(inside, [...boardEvents.wanted(changes), ...earlier], signal);
    if (answer.kind !== 'answer') return { events: boardEvents.of(changes), failure: answer.message };
    await boardEvents.learn(changes, answer.value, slices);
    texts.add(pick(answer.value, earlier));
    return { events: boardEvents.of(changes) };
  };

  const readStatus = async (
    inside: GitRepository,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlySet<string> | GitFailure> => {
    const answer = await git.status(inside, signal);
    return answer.kind === 'answer' ? new Set(answer.value.map(relativeTo(inside.prefix))) : answer;
  };

  const findRepository = async (signal: AbortSignal | undefined): Promise<GitRepository | GitFailure> => {
    if (repository) return repository;
    const answer = await git.repository(root, signal);
    if (answer.kind !== 'answer') return answer;
    return (repository = answer.value);
  };

  const refresh = async (what: GitRefresh, signal: AbortSignal | undefined): Promise<boolean> => {
    signal?.throwIfAborted();
    const inside = await findRepository(signal);
    if (isGitFailure(inside)) return fail(inside);
    const before = state;
    const refs = before && what.refs === false ? before.refs : await readRefs(inside, signal);
    if (isGitFailure(refs)) {
      // Where the repository is gone, the next refresh looks for another one.
      repository = undefined;
      return fail(refs);
    }
    const fingerprint = before?.refs === refs ? before.fingerprint : JSON.stringify(refs);
    const moved = fingerprint !== before?.fingerprint;
    const tips = moved ? tipsOf(refs) : before.tips;

    const [loaded, listed] = await Promise.all([
      moved ? loader.load(inside, refs, tips, signal) : undefined,
      !before || what.worktrees ? git.worktrees(inside, signal) : undefined,
      ignoredDue || what.ignored ? askIgnored(signal) : undefined,
    ]);
    if (loaded && isGitFailure(loaded)) return fail(loaded);
    const core = loaded ? createGitHistoryCore(loaded.all, refs, options.defaultBranch) : before?.core;
    if (!core) return false;

    const advance = before && loaded ? advanceOf(before, refs, core) : undefined;
    const headMoved = refs.head.commit !== before?.refs.head.commit || !before;
    // A merge does not tell what it changed.
    const mayTellByCommits = advance?.every(({ commit }) => commit.parents.length < 2);
    const askStatus = headMoved ? !mayTellByCommits : what.status === true || (statusDue && !moved);
    const dropEdits = edits.mark();
    const [status, board] = await Promise.all([
      askStatus ? readStatus(inside, signal) : undefined,
      loaded ? readBoard(inside, core, before ? loaded.news : [], signal) : undefined,
    ]);
    signal?.throwIfAborted();
    if (askStatus) statusDue = false;
    else if (what.status) statusDue = true;

    const found = status ?? without(before?.uncommitted, advance);
    const uncommitted = isGitFailure(found) ? new Set<string>() : found;
    const { history } = current();
    if (status && !isGitFailure(status)) dropEdits();
    const failures = {
      ...before?.failures,
      ...(status ? { uncommitted: isGitFailure(status) ? status.message : undefined } : {}),
      ...(listed ? { worktrees: listed.kind === 'answer' ? undefined : listed.message } : {}),
      ...(board ? { texts: board.failure } : {}),
    };
    const worktrees = listed?.kind === 'answer' ? listed.value : (before?.worktrees ?? []);
    const changed =
      moved ||
      told !== ignored ||
      !isSameSet(before.uncommitted, uncommitted) ||
      (history && history.uncommitted !== uncommittedIn({ core, uncommitted })) ||
      !isSameJson(before.worktrees, worktrees) ||
      !isSameJson(before.failures, failures) ||
      // How long ago something happened is counted in days.
      dayOf(clock()) !== dayOf(history?.now ?? clock());
    if (!changed) return false;
    const bounded = loaded?.bounded ?? before?.bounded ?? false;
    const events = board?.events ?? before?.boardEvents ?? [];
    return publish(
      { refs, tips, fingerprint, bounded, core, boardEvents: events, uncommitted, worktrees, failures },
      inside,
    );
  };

  const readRefs = async (inside: GitRepository, signal: AbortSignal | undefined): Promise<GitRefs | GitFailure> => {
    const answer = await git.refs(inside, signal);
    return answer.kind === 'answer' ? answer.value : answer;
  };

  const fetch = async (blobs: readonly string[], signal: AbortSignal | undefined): Promise<boolean> => {
    const wanted = blobs.filter((blob) => !texts.has(blob));
    if (wanted.length === 0 || !repository || !state) return false;
    const answer = await git.blobs(repository, wanted, signal);
    if (answer.kind === 'answer') {
      texts.add(answer.value);
      return answer.value.size > 0 && publish(state, repository);
    }
    if (state.failures.texts === answer.message) return false;
    return publish({ ...state, failures: { ...state.failures, texts: answer.message } }, repository);
  };

  return {
    refresh: (what = {}, signal) => inTurn(() => refresh(what, signal)),
    fileChanged: (file, text) => {
      edits.add(file, text);
      editsDue = true;
    },
    setDocuments: (wanted) => {
      if (isSameSet(new Set(documents), new Set(wanted))) return;
      documents = [...wanted];
      ignoredDue = true;
    },
    fetch: (blobs, signal) => inTurn(() => fetch(blobs, signal)),
    facts: current,
    repository: () => repository,
    save: () => inTurn(async () => repository && (await loader.save(repository))),
  };
}

function tipsOf({ refs, head }: GitRefs): readonly string[] {
  return [...new Set([...refs.map(({ commit }) => commit), head.commit])].filter((commit) => commit !== undefined);
}

/** The commits HEAD came to, where all it had is still behind it; undefined where something else was checked out. */
function advanceOf(before: State, { head }: GitRefs, core: GitHistoryCore): readonly CommitWithChanges[] | undefined {
  const from = before.refs.head.commit;
  if (from === undefined || head.commit === undefined || from === head.commit) return undefined;
  return core.history.leadsTo(head.commit, from) ? core.between(from, head.commit) : undefined;
}

/** What is left uncommitted after these commits. */
function without(
  uncommitted: ReadonlySet<string> = new Set(),
  commits: readonly CommitWithChanges[] = [],
): ReadonlySet<string> {
  if (uncommitted.size === 0 || commits.length === 0) return uncommitted;
  const committed = new Set(commits.flatMap(({ commit }) => commit.paths));
  return new Set([...uncommitted].filter((file) => !committed.has(file)));
}

/** The texts that changed specs and test cases had before. */
function earlierTexts(commits: readonly CommitWithChanges[], paths: DocumentPaths): readonly string[] {
  const blobs = new Set<string>();
  for (const { commit, changes } of commits) {
    if (blobs.size >= mostPrefetched) break;
    changes.forEach(({ before }, place) => {
      if (before === undefined) return;
      const kind = documentKindOf(commit.paths[place] ?? '', paths);
      if (kind === 'spec' || kind === 'testCase') blobs.add(before);
    });
  }
  return [...blobs];
}

function pick(texts: ReadonlyMap<string, string>, blobs: readonly string[]): (readonly [string, string])[] {
  return blobs.flatMap((blob) => {
    const text = texts.get(blob);
    return text === undefined ? [] : [[blob, text] as const];
  });
}

const dayOf = (at: number): number => Math.floor(at / dayMilliseconds);

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  if (one === other) return true;
  if (one.size !== other.size) return false;
  for (const member of one) if (!other.has(member)) return false;
  return true;
}

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
