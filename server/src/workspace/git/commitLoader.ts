import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import type { BoardEvents } from './boardEvents.js';
import { readCachedHistory, writeCachedHistory } from './cacheFormat.js';
import { type CommitWithChanges, createCommitReader, createGitCommits, type HeldCommit } from './commits.js';
import { type GitFailure, isGitFailure } from './notices.js';
import type { CacheFiles, Git, GitRefs, GitRepository } from '../ports.js';
import type { TimeSlices } from '../../base/timeSlices.js';

/** How many commits are looked at, the newest, where nothing else is said. */
export const defaultMostCommits = 50_000;

/** Knows the commits that the refs lead to, asking git for new ones only. */
export interface GitCommitLoader {
  /** @throws the signal's reason once it is aborted. */
  load(
    repository: GitRepository,
    refs: GitRefs,
    tips: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<LoadedCommits | GitFailure>;
  /** Writes what the next session need not ask again, where it is worth it. */
  save(repository: GitRepository): Promise<void>;
}

export interface LoadedCommits {
  /** Newest first, children before parents. */
  readonly all: readonly CommitWithChanges[];
  /** Those that git was asked for now. */
  readonly news: readonly CommitWithChanges[];
  /** Whether older ones were left out. */
  readonly bounded: boolean;
}

export interface GitCommitLoaderOptions {
  readonly git: Git;
  readonly cache: CacheFiles | undefined;
  /** Kept in the cache with the commits. */
  readonly boardEvents: BoardEvents;
  /** How many commits are looked at, the newest. */
  readonly most: number;
  readonly slices: TimeSlices;
}

/** From so many new commits on, writing the cache is cheaper than asking git again in the next session. */
const worthSaving = 100;

/** Commits from which on, backwards, all are known. */
interface Held {
  readonly tips: readonly string[];
  /** Where a shallow clone ended: at its end, a commit's parents are not what its hash says. */
  readonly shallow: string | undefined;
  readonly bounded: boolean;
}

export function createGitCommitLoader(options: GitCommitLoaderOptions): GitCommitLoader {
  return new CommitLoader(options);
}

class CommitLoader implements GitCommitLoader {
  readonly #options: GitCommitLoaderOptions;
  readonly #commits = createGitCommits<HeldCommit>();
  #held: Held | undefined;
  #isSaved = false;
  #unsaved = 0;

  constructor(options: GitCommitLoaderOptions) {
    this.#options = options;
  }

  async load(
    repository: GitRepository,
    refs: GitRefs,
    tips: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<LoadedCommits | GitFailure> {
    const { most } = this.#options;
    const commits = this.#commits;
    const shallow = refs.shallow === undefined ? undefined : contentHash(refs.shallow);
    if (this.#held?.shallow !== shallow) this.#held = undefined;
    if (!this.#held) commits.clear();
    const from = this.#held ?? (await this.#loadCache(repository, shallow));
    // Whatever goes wrong from here on, what is held is no longer what it was.
    this.#held = undefined;
    let news = await this.#update(repository, tips, from?.tips ?? [], signal);
    if (isGitFailure(news)) return news;
    let bounded = (from?.bounded ?? false) || commits.size > most;
    if (bounded || from?.tips.some(isLostIn(tips, news))) commits.keep(tips, most);
    // Of a bounded history too little is left: from the start.
    if (from && bounded && commits.size < most) {
      commits.clear();
      news = await this.#update(repository, tips, [], signal);
      if (isGitFailure(news)) return news;
      bounded = commits.size > most;
      commits.keep(tips, most);
    }
    if (!bounded && !(commits.haveParents(news) && tips.every((tip) => commits.get(tip))))
      return { kind: 'failed', message: '`git log` is missing commits that branches refer to: run `git fsck`' };
    this.#held = { tips, shallow, bounded };
    this.#unsaved += news.length;
    return { all: commits.sorted(), news, bounded };
  }

  async save(repository: GitRepository): Promise<void> {
    const { cache, boardEvents, most, slices } = this.#options;
    const isWorthIt = !this.#isSaved || this.#unsaved >= worthSaving;
    if (!cache || !this.#held || this.#commits.size === 0 || !isWorthIt) return;
    const kept = { ...this.#held, most, commits: this.#commits.sorted(), boardSteps: boardEvents.known() };
    await cache.write(cacheFile(repository), await writeCachedHistory(kept, slices));
    this.#isSaved = true;
    this.#unsaved = 0;
  }

  async #loadCache(repository: GitRepository, shallow: string | undefined): Promise<Held | undefined> {
    const { cache, boardEvents, most, slices } = this.#options;
    const text = await cache?.read(cacheFile(repository));
    const cached = text === undefined ? undefined : await readCachedHistory(text, slices);
    if (cached?.shallow !== shallow || cached?.most !== most) return undefined;
    // Of a bounded history each has its place among those that are left.
    if (cached.bounded) this.#commits.add(cached.commits);
    else this.#commits.restore(cached.commits);
    if (!cached.bounded && !this.#commits.haveParents(cached.commits)) {
      this.#commits.clear();
      return undefined;
    }
    boardEvents.remember(cached.boardSteps);
    this.#isSaved = true;
    return { tips: cached.tips, shallow, bounded: cached.bounded };
  }

  /** Asks for what the tips lead to and the known ones do not, and forgets what no tip leads to. */
  async #update(
    repository: GitRepository,
    tips: readonly string[],
    known: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<HeldCommit[] | GitFailure> {
    const { git, most } = this.#options;
    const knownTips = new Set(known);
    const wanted = tips.filter((tip) => !knownTips.has(tip));
    const news: HeldCommit[] = [];
    if (wanted.length > 0) {
      const toCommit = createCommitReader(repository.prefix);
      const answer = await git.log(
        repository,
        // One more, to know whether there are more.
        { tips: wanted, known, most: most + 1 },
        (commit) => news.push(toCommit(commit)),
        signal,
      );
      if (answer.kind !== 'answer') return answer;
    }
    this.#commits.add(news);
    return news;
  }
}

/** Whether nothing leads to a former tip any more, as far as can be told without going through all commits. */
function isLostIn(tips: readonly string[], news: readonly CommitWithChanges[]): (tip: string) => boolean {
  const kept = new Set([...tips, ...news.flatMap(({ commit }) => commit.parents)]);
  return (tip) => !kept.has(tip);
}

/** One for each folder of the repository that is a project, as paths are kept as the project sees them. */
function cacheFile({ commonFolder, prefix }: GitRepository): string {
  return path.join(commonFolder, 'pactwright', 'cache', `history-${contentHash(prefix).slice(0, 12)}.jsonl`);
}
