import type { GitHistory } from '../workspace/git/gitFacts.js';
import type { Git, GitRepository } from '../workspace/ports.js';
import { commitsAroundHooks, commitsToKnow, type HookedTree } from '../workspace/work/aroundHooks.js';

interface Inputs extends Pick<GitHistory, 'commits' | 'branches'> {
  readonly hooked: readonly HookedTree[];
}

/** Tells which commits did not run the git hooks. Git is started only where a commit by hand is seen for the first time. */
export class HookWatch {
  /** By commit: what a hash stands for never changes. */
  readonly #trees = new Map<string, string>();
  #last: (Inputs & { readonly around: ReadonlySet<string> }) | undefined;

  /**
   * The hashes of the commits that were made around the hooks, of those that a branch of this clone leads to; undefined if no hook
   * has run, or git does not answer.
   *
   * @throws the signal's reason once it is aborted.
   */
  async around(
    git: Pick<Git, 'refLogs' | 'log'>,
    repository: GitRepository,
    { head, branches, commits }: GitHistory,
    hooked: readonly HookedTree[],
    signal?: AbortSignal,
  ): Promise<ReadonlySet<string> | undefined> {
    const [first] = hooked;
    if (!first) return undefined;
    const last = this.#last;
    if (last?.commits === commits && last.branches === branches && last.hooked === hooked) return last.around;
    const young = branches.filter(({ remote, at }) => remote === undefined && at + 1000 > first.at);
    const refs = young.map(({ name }) => `refs/heads/${name}`);
    const moves = await git.refLogs(repository, head.branch === undefined ? [...refs, 'HEAD'] : refs);
    const wanted = commitsToKnow(hooked, moves);
    const made = commits.filter(({ hash }) => wanted.has(hash)).map(({ hash }) => hash);
    if (!(await this.#readTrees(git, repository, made, signal))) return undefined;
    const known = made.flatMap((hash) => {
      const tree = this.#trees.get(hash);
      return tree === undefined ? [] : [{ hash, tree }];
    });
    const around = new Set(commitsAroundHooks(hooked, moves, known).around.map(({ hash }) => hash));
    this.#last = { commits, branches, hooked, around };
    return around;
  }

  async #readTrees(
    git: Pick<Git, 'log'>,
    repository: GitRepository,
    hashes: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<boolean> {
    const tips = hashes.filter((hash) => !this.#trees.has(hash));
    if (tips.length === 0) return true;
    const take = ({ hash, tree }: { readonly hash: string; readonly tree: string }): void =>
      void this.#trees.set(hash, tree);
    return (await git.log(repository, { tips, alone: true }, take, signal)).kind === 'answer';
  }
}
