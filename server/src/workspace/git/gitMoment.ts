import type { Git, GitAnswer, GitRefs, GitStatus, GitWorktree } from '../ports.js';
import { lastingGit } from './lastingGit.js';

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
export function gitMoment(of: Git): GitMoment {
  const git = lastingGit(of);
  const refs = new Answers<GitRefs>();
  const worktrees = new Answers<readonly GitWorktree[]>();
  const status = new Answers<GitStatus>();
  /** The refs, by the repository, as any of its worktrees has them. */
  const refsOfAny = new Map<string, GitRefs>();
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
    },
    end: () => {
      for (const answers of [refs, worktrees, status]) answers.clear();
      refsOfAny.clear();
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
