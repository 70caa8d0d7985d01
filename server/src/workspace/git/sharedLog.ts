import { createInTurn } from '../../base/inTurn.js';
import type { Git, GitAnswer, GitRepository, LoggedCommit, WantedCommits } from '../ports.js';
import { newestFirst } from './commits.js';

/** The log of a repository, read once: what is asked for later is found in it, and git asked only for commits that are new. */
export class SharedLog {
  readonly #git: Git;
  readonly #inTurn = createInTurn();
  /** With every commit all that it leads to; about newest first. */
  #commits: ReadonlyMap<string, LoggedCommit> = new Map();
  readonly #tips = new Set<string>();
  readonly #gone = new Set<string>();
  /** There are more commits than anybody wants to read: git is asked each time, for what is wanted. */
  #isTooLong = false;

  constructor(git: Git) {
    this.#git = git;
  }

  /** What is gone may come back. */
  lookAgain(): void {
    this.#gone.clear();
  }

  /** As `Git.log`. */
  ask(
    repository: GitRepository,
    wanted: WantedCommits,
    take: (commit: LoggedCommit) => void,
    signal: AbortSignal | undefined,
  ): Promise<GitAnswer<undefined>> {
    return this.#inTurn(async () => {
      const isFirst = this.#tips.size === 0;
      if (this.#isTooLong || (isFirst && !isWhole(wanted))) return this.#git.log(repository, wanted, take, signal);
      const { tips, known = [], downTo, most } = wanted;
      const named = [...tips, ...known, ...(downTo === undefined ? [] : [downTo])];
      const missing = named.filter((hash) => !this.#commits.has(hash) && !this.#gone.has(hash));
      const news: LoggedCommit[] = [];
      const question = { tips: missing, known: [...this.#tips], ...(most === undefined ? {} : { most }) };
      const answer = await this.#git.log(repository, question, (commit) => news.push(commit), signal);
      if (answer.kind !== 'answer') return answer;
      this.#isTooLong = most !== undefined && news.length >= most;
      if (this.#isTooLong && !isFirst) return this.#git.log(repository, wanted, take, signal);
      if (!this.#isTooLong) this.#keep(missing, news);
      (this.#isTooLong ? news : this.#find(wanted)).forEach(take);
      return answer;
    });
  }

  #keep(tips: readonly string[], news: readonly LoggedCommit[]): void {
    if (news.length > 0) this.#commits = new Map([...news.map((one) => [one.hash, one] as const), ...this.#commits]);
    for (const tip of tips) (this.#commits.has(tip) ? this.#tips : this.#gone).add(tip);
  }

  #find({ tips, known = [], edges, downTo, naming, alone, most }: WantedCommits): readonly LoggedCommit[] {
    const before = this.#commits.get(downTo ?? '')?.parents ?? [];
    const left = this.#reach([...known, ...before], new Set());
    const found = alone ? new Set(tips.filter((tip) => !left.has(tip))) : this.#reach(tips, left);
    const commits = [...this.#commits.values()].filter(({ hash }) => found.has(hash));
    if (naming !== undefined)
      return newestFirst(commits).filter(({ subject, body }) => subject.includes(naming) || body.includes(naming));
    const stoodOn = new Set(edges ? commits.flatMap(({ parents }) => parents) : []);
    const others = [...this.#commits.values()].filter(({ hash }) => left.has(hash) && stoodOn.has(hash));
    return [...commits, ...others.map((one) => ({ ...one, isEdge: true }))].slice(0, most);
  }

  /** The commits that some lead to, themselves included, as far as they are not to be left out. */
  #reach(hashes: readonly string[], left: ReadonlySet<string>): ReadonlySet<string> {
    const found = new Set<string>();
    const waiting = [...hashes];
    for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) {
      const commit = found.has(hash) || left.has(hash) ? undefined : this.#commits.get(hash);
      if (!commit) continue;
      found.add(hash);
      waiting.push(...commit.parents);
    }
    return found;
  }
}

/** Whether all that the tips lead to is wanted. */
function isWhole({ known = [], downTo, naming, alone }: WantedCommits): boolean {
  return known.length === 0 && downTo === undefined && naming === undefined && alone !== true;
}
