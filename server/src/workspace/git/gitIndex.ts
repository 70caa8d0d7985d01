import type { DocumentPaths } from '../../documents/documentPaths.js';
import { createBoardEvents } from './boardEvents.js';
import { createGitCommitLoader, defaultMostCommits, type LoadedCommits } from './commitLoader.js';
import { type CommitWithChanges, relativeTo } from './commits.js';
import { createGitEdits } from './edits.js';
import type { BoardEvent, GitFacts } from './gitFacts.js';
import { createGitHistoryCore, type GitHistoryCore } from './history.js';
import { advanceOf, earlierTexts, isSameSet, pick, type State, tipsOf, without } from './gitState.js';
import { IgnoredDocuments } from './ignoredDocuments.js';
import { type GitFailure, isGitFailure, noticeOfFailure, noticesOf } from './notices.js';
import { createGitTexts } from './texts.js';
import { toWorktrees } from './worktrees.js';
import type { CacheFiles, Git, GitAnswer, GitRefs, GitRepository, GitWorktree } from '../ports.js';
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
  /** Where git keeps what is to be watched; undefined if there is no repository, or none was looked for yet. */
  repository(): GitRepository | undefined;
  /** Writes what the next session need not ask again, where there is enough of it. */
  save(): Promise<void>;
}

/** What may have changed. */
export interface GitRefresh {
  /** Branches, tags and HEAD; looked at unless this is false. */
  readonly refs?: boolean;
  /**
   * The files with changes that are not committed. `always` asks git even where HEAD moved by commits that tell what they changed:
   * for callers that do not report each written file. @see GitIndex.fileChanged
   */
  readonly status?: boolean | 'always';
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
const mostTextCharacters = 64 * 1024 * 1024;
const sliceMilliseconds = 10;
const dayMilliseconds = 24 * 60 * 60 * 1000;

export function createGitIndex(options: GitIndexOptions): GitIndex {
  return new FollowedGit(options);
}

/** What one refresh learnt, besides the refs; undefined what was not asked. */
interface Learnt {
  readonly refs: GitRefs;
  readonly fingerprint: string;
  readonly tips: readonly string[];
  readonly moved: boolean;
  readonly loaded: LoadedCommits | undefined;
  readonly core: GitHistoryCore;
  readonly listed: GitAnswer<readonly GitWorktree[]> | undefined;
  readonly status: ReadonlySet<string> | GitFailure | undefined;
  readonly board: BoardNews | undefined;
  /** The commits HEAD came to. */
  readonly advance: readonly CommitWithChanges[] | undefined;
}

interface BoardNews {
  readonly events: readonly BoardEvent[];
  readonly failure?: string;
}

class FollowedGit implements GitIndex {
  readonly #options: GitIndexOptions;
  readonly #git: Git;
  readonly #mostCommits: number;
  readonly #slices = createTimeSlices(sliceMilliseconds);
  readonly #boardEvents = createBoardEvents();
  readonly #loader: ReturnType<typeof createGitCommitLoader>;
  readonly #texts = createGitTexts(mostTextCharacters);
  readonly #edits = createGitEdits();
  readonly #inTurn = createInTurn();
  #repository: GitRepository | undefined;
  #state: State | undefined;
  readonly #ignored = new IgnoredDocuments();
  #facts: GitFacts = { ignored: this.#ignored.known.paths, notices: [] };
  // What the facts were made with.
  #told = this.#ignored.known;
  #editsDue = false;
  /** Whether anybody has asked the facts for a text. */
  #areTextsAsked = false;
  // A commit came together with other changes of the index: git is asked once nothing else happens.
  #statusDue = false;

  constructor(options: GitIndexOptions) {
    const { git, cache, mostCommits = defaultMostCommits } = options;
    this.#options = options;
    this.#git = git;
    this.#mostCommits = mostCommits;
    this.#loader = createGitCommitLoader({
      git,
      cache,
      boardEvents: this.#boardEvents,
      most: mostCommits,
      slices: this.#slices,
    });
  }

  refresh(what: GitRefresh = {}, signal?: AbortSignal): Promise<boolean> {
    return this.#inTurn(() => this.#refresh(what, signal));
  }

  fileChanged(file: string, text: string | undefined): void {
    this.#edits.add(file, text);
    this.#editsDue = true;
  }

  setDocuments(wanted: readonly string[]): void {
    this.#ignored.setDocuments(wanted);
  }

  fetch(blobs: readonly string[], signal?: AbortSignal): Promise<boolean> {
    return this.#inTurn(() => this.#fetch(blobs, signal));
  }

  /** Edits are looked at once somebody asks: they may come by the thousand. */
  facts(): GitFacts {
    const { history } = this.#facts;
    if (this.#editsDue && this.#state && history) {
      const uncommitted = this.#uncommittedIn(this.#state);
      if (uncommitted !== history.uncommitted) this.#facts = { ...this.#facts, history: { ...history, uncommitted } };
    }
    this.#editsDue = false;
    return this.#facts;
  }

  repository(): GitRepository | undefined {
    return this.#repository;
  }

  save(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.#repository) await this.#loader.save(this.#repository);
    });
  }

  #fail(failure: GitFailure): boolean {
    this.#state = undefined;
    const notices = [noticeOfFailure(failure)];
    const isTold =
      !this.#facts.history && isSameJson(this.#facts.notices, notices) && this.#told === this.#ignored.known;
    if (isTold) return false;
    this.#told = this.#ignored.known;
    this.#facts = { ignored: this.#ignored.known.paths, notices };
    return true;
  }

  /** With what was edited since git said; the very set of the facts where it holds the same. */
  #uncommittedIn({ core, uncommitted }: Pick<State, 'core' | 'uncommitted'>): ReadonlySet<string> {
    const now = this.#edits.applyTo(uncommitted, core.history, this.#ignored.known.paths);
    const known = this.#facts.history?.uncommitted;
    return known && isSameSet(known, now) ? known : now;
  }

  #publish(next: State, inside: GitRepository): boolean {
    const { core, refs, failures, bounded } = next;
    this.#state = next;
    this.#areTextsAsked = false;
    this.#told = this.#ignored.known;
    const { paths: ignored, failure } = this.#ignored.known;
    const notices = noticesOf(refs, [...Object.values(failures), failure], bounded ? this.#mostCommits : undefined);
    // Without commits there is no history to be relied on.
    this.#facts = {
      ignored,
      notices,
      ...(core.history.commits.length === 0
        ? {}
        : {
            history: {
              ...core.history,
              now: this.#options.clock(),
              uncommitted: this.#uncommittedIn(next),
              worktrees: toWorktrees(next.worktrees, refs, inside),
              boardEvents: next.boardEvents,
              textOf: (blob: string) => {
                this.#areTextsAsked = true;
                return this.#texts.get(blob);
              },
            },
          }),
    };
    return true;
  }

  async #refresh(what: GitRefresh, signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    const inside = await this.#findRepository(signal);
    if (isGitFailure(inside)) return this.#fail(inside);
    const before = this.#state;
    const refs = before && what.refs === false ? before.refs : await this.#readRefs(inside, signal);
    if (isGitFailure(refs)) {
      // Where the repository is gone, the next refresh looks for another one.
      this.#repository = undefined;
      return this.#fail(refs);
    }
    const fingerprint = before?.refs === refs ? before.fingerprint : JSON.stringify(refs);
    const moved = fingerprint !== before?.fingerprint;
    const tips = moved ? tipsOf(refs) : before.tips;

    const [loaded, listed] = await Promise.all([
      moved ? this.#loader.load(inside, refs, tips, signal) : undefined,
      !before || what.worktrees ? this.#git.worktrees(inside, signal, refs) : undefined,
    ]);
    if (loaded && isGitFailure(loaded)) return this.#fail(loaded);
    const core = loaded ? createGitHistoryCore(loaded.all, refs, this.#options.defaultBranch) : before?.core;
    if (!core) return false;

    const advance = before && loaded ? advanceOf(before, refs, core) : undefined;
    const askStatus = this.#mustAskStatus(before, refs, advance, what, moved);
    const dropEdits = this.#edits.mark();
    const [status, board] = await Promise.all([
      askStatus ? this.#readStatus(inside, signal) : undefined,
      loaded ? this.#readBoard(inside, core, before ? loaded.news : loaded.all, signal) : undefined,
      // The status says it, too.
      !askStatus && (this.#ignored.isDue || what.ignored) ? this.#askIgnored(signal) : undefined,
    ]);
    signal?.throwIfAborted();
    if (askStatus) this.#statusDue = false;
    else if (what.status === true) this.#statusDue = true;
    return this.#learn(
      { refs, fingerprint, tips, moved, loaded, core, listed, status, board, advance },
      inside,
      dropEdits,
    );
  }

  #mustAskStatus(
    before: State | undefined,
    { head }: GitRefs,
    advance: readonly CommitWithChanges[] | undefined,
    what: GitRefresh,
    moved: boolean,
  ): boolean {
    if (what.status === 'always') return true;
    const headMoved = !before || head.commit !== before.refs.head.commit;
    if (!headMoved) return what.status === true || (this.#statusDue && !moved);
    // A merge does not tell what it changed.
    return advance?.every(({ commit }) => commit.parents.length < 2) !== true;
  }

  /** Replaces the facts. @returns whether they have changed. */
  #learn(
    { refs, fingerprint, tips, moved, loaded, core, listed, status, board, advance }: Learnt,
    inside: GitRepository,
    dropEdits: () => void,
  ): boolean {
    const before = this.#state;
    const found = status ?? without(before?.uncommitted, advance);
    const uncommitted = isGitFailure(found) ? new Set<string>() : found;
    const { history } = this.facts();
    if (status && !isGitFailure(status)) dropEdits();
    const next: State = {
      refs,
      tips,
      fingerprint,
      core,
      uncommitted,
      bounded: loaded?.bounded ?? before?.bounded ?? false,
      boardEvents: board?.events ?? before?.boardEvents ?? [],
      worktrees: listed?.kind === 'answer' ? listed.value : (before?.worktrees ?? []),
      failures: {
        ...before?.failures,
        ...(status ? { uncommitted: isGitFailure(status) ? status.message : undefined } : {}),
        ...(listed ? { worktrees: listed.kind === 'answer' ? undefined : listed.message } : {}),
        ...(board ? { texts: board.failure } : {}),
      },
    };
    const now = this.#options.clock();
    const changed =
      moved ||
      !before ||
      this.#told !== this.#ignored.known ||
      !isSameSet(before.uncommitted, uncommitted) ||
      (history && history.uncommitted !== this.#uncommittedIn(next)) ||
      !isSameJson(before.worktrees, next.worktrees) ||
      !isSameJson(before.failures, next.failures) ||
      // How long ago something happened is counted in days.
      dayOf(now) !== dayOf(history?.now ?? now);
    return changed && this.#publish(next, inside);
  }

  async #askIgnored(signal: AbortSignal | undefined): Promise<void> {
    const asked = this.#ignored.documents;
    this.#ignored.learn(asked, await this.#git.ignored(this.#options.root, asked, signal));
  }

  /** Learns what the board's newest changes did and fetches, in the same process, earlier texts that will be asked for. */
  async #readBoard(
    inside: GitRepository,
    core: GitHistoryCore,
    news: readonly CommitWithChanges[],
    signal: AbortSignal | undefined,
  ): Promise<BoardNews> {
    const { paths } = this.#options;
    const changes = core.newestChangesOf(paths.board, mostBoardChanges);
    const earlier = earlierTexts(news, paths).filter((blob) => !this.#texts.has(blob));
    const answer = await this.#git.blobs(inside, [...this.#boardEvents.wanted(changes), ...earlier], signal);
    if (answer.kind !== 'answer') return { events: this.#boardEvents.of(changes), failure: answer.message };
    await this.#boardEvents.learn(changes, answer.value, this.#slices);
    this.#texts.add(pick(answer.value, earlier));
    return { events: this.#boardEvents.of(changes) };
  }

  async #readStatus(inside: GitRepository, signal: AbortSignal | undefined): Promise<ReadonlySet<string> | GitFailure> {
    const asked = this.#ignored.documents;
    const answer = await this.#git.status(inside, signal);
    if (answer.kind !== 'answer') {
      this.#ignored.learn(asked, answer);
      return answer;
    }
    this.#ignored.learnStatus(asked, answer.value.ignored, inside.prefix);
    return new Set(answer.value.changed.map(relativeTo(inside.prefix)));
  }

  async #findRepository(signal: AbortSignal | undefined): Promise<GitRepository | GitFailure> {
    if (this.#repository) return this.#repository;
    const answer = await this.#git.repository(this.#options.root, signal);
    if (answer.kind !== 'answer') return answer;
    return (this.#repository = answer.value);
  }

  async #readRefs(inside: GitRepository, signal: AbortSignal | undefined): Promise<GitRefs | GitFailure> {
    const answer = await this.#git.refs(inside, signal);
    return answer.kind === 'answer' ? answer.value : answer;
  }

  async #fetch(blobs: readonly string[], signal: AbortSignal | undefined): Promise<boolean> {
    const wanted = blobs.filter((blob) => !this.#texts.has(blob));
    const [repository, state] = [this.#repository, this.#state];
    if (wanted.length === 0 || !repository || !state) return false;
    const answer = await this.#git.blobs(repository, wanted, signal);
    if (answer.kind === 'answer') {
      this.#texts.add(answer.value);
      // What nobody asked for until now cannot have been answered otherwise.
      return answer.value.size > 0 && this.#areTextsAsked && this.#publish(state, repository);
    }
    if (state.failures.texts === answer.message) return false;
    return this.#publish({ ...state, failures: { ...state.failures, texts: answer.message } }, repository);
  }
}

const dayOf = (at: number): number => Math.floor(at / dayMilliseconds);

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
