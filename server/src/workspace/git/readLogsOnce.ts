import type { Git, GitAnswer, LoggedCommit } from '../ports.js';

/**
 * The same git, whose log is read once where it is asked for the same commits of the same repository: for several projects in it.
 * The commits are kept for as long as what is returned.
 */
export function readLogsOnce(git: Git): Git {
  const known = new Map<string, { readonly commits: readonly LoggedCommit[]; readonly answer: GitAnswer<undefined> }>();
  return {
    ...git,
    log: async (repository, wanted, take, signal) => {
      const key = JSON.stringify([repository.commonFolder, wanted]);
      let log = known.get(key);
      if (!log) {
        const commits: LoggedCommit[] = [];
        log = { commits, answer: await git.log(repository, wanted, (commit) => commits.push(commit), signal) };
        known.set(key, log);
      }
      log.commits.forEach(take);
      return log.answer;
    },
  };
}
