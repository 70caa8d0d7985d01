import type { Git, GitAnswer, GitRefs } from '../ports.js';

/** Git as one moment of it is looked at. */
export interface GitMoment {
  /** Answers as the other one, but asks for the refs of a repository once. */
  readonly git: Git;
  /** From now on refs are asked for again. */
  readonly end: () => void;
}

/** Lets several who look at the same moment of a repository share what git said of it. */
export function gitMoment(git: Git): GitMoment {
  const known = new Map<string, Promise<GitAnswer<GitRefs>>>();
  return {
    git: {
      ...git,
      refs: (repository, signal) => {
        const place = repository.gitFolder;
        const refs = known.get(place) ?? git.refs(repository, signal);
        known.set(place, refs);
        // What was given up may be asked again.
        refs.catch(() => known.delete(place));
        return refs;
      },
    },
    end: () => {
      known.clear();
    },
  };
}
