import type { Git, GitAnswer, GitRefs, GitRepository, GitStatus, GitWorktree } from '../ports.js';
import { SharedLog } from './sharedLog.js';

/** Git as one moment of it is looked at. */
export interface GitMoment {
  /** Answers as the other one, but asks once for what is the same for all who ask. */
  readonly git: Git;
  /** From now on git is asked again for all that may have changed. */
  readonly end: () => void;
}

/**
 * Lets several who look at the same moment of a repository share what git said of it, from other worktrees or other folders of
 * it. Commits and blobs never change, so they are known beyond the moment, for as long as what is returned.
 */
export function gitMoment(git: Git): GitMoment {
  const refs = new Answers<GitRefs>();
  const worktrees = new Answers<readonly GitWorktree[]>();
  const status = new Answers<GitStatus>();
  /** The refs, by the repository, as any of its worktrees has them. */
  const refsOfAny = new Map<string, GitRefs>();
  const logs = new Map<string, SharedLog>();
  const texts = new Map<string, string>();

  /** Where a shallow clone ends, commits have other parents than elsewhere. */
  const logOf = ({ commonFolder }: GitRepository): SharedLog | undefined => {
    const known = refsOfAny.get(commonFolder);
    if (!known) return undefined;
    const key = JSON.stringify([commonFolder, known.shallow]);
    const log = logs.get(key) ?? new SharedLog(git);
    logs.set(key, log);
    return log;
  };
  return {
    git: {
      ...git,
      refs: (repository, signal) =>
        refs.of(repository.gitFolder, async () => {
          const answer = await git.refs(repository, signal, refsOfAny.get(repository.commonFolder));
          if (answer.kind === 'answer') refsOfAny.set(repository.commonFolder, answer.value);
          return answer;
        }),
      worktrees: (repository, signal, known) =>
        worktrees.of(repository.commonFolder, () => git.worktrees(repository, signal, known)),
      status: (repository, signal) =>
        status.of(JSON.stringify([repository.gitFolder, repository.prefix]), () => git.status(repository, signal)),
      log: (repository, wanted, take, signal) =>
        logOf(repository)?.ask(repository, wanted, take, signal) ?? git.log(repository, wanted, take, signal),
      blobs: async (repository, blobs, signal) => {
        const answer = await git.blobs(
          repository,
          blobs.filter((blob) => !texts.has(blob)),
          signal,
        );
        if (answer.kind !== 'answer') return answer;
        for (const [blob, text] of answer.value) texts.set(blob, text);
        const known = blobs.flatMap((blob): [string, string][] => {
          const text = texts.get(blob);
          return text === undefined ? [] : [[blob, text]];
        });
        return { kind: 'answer', value: new Map(known) };
      },
    },
    end: () => {
      for (const answers of [refs, worktrees, status]) answers.clear();
      refsOfAny.clear();
      for (const log of logs.values()) log.lookAgain();
    },
  };
}

/** What git said, by what it was asked about. */
class Answers<T> {
  readonly #said = new Map<string, Promise<GitAnswer<T>>>();

  of(about: string, ask: () => Promise<GitAnswer<T>>): Promise<GitAnswer<T>> {
    const said = this.#said.get(about) ?? ask();
    this.#said.set(about, said);
    // What was given up may be asked again.
    said.catch(() => this.#said.delete(about));
    return said;
  }

  clear(): void {
    this.#said.clear();
  }
}
