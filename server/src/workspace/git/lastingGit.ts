import type { Git, GitAnswer, GitRepository, TreeChange, TreePair, WorkGit } from '../ports.js';
import { SharedLog } from './sharedLog.js';

/** How many characters of texts are kept, and how many changes between trees; beyond that all are dropped. */
const mostCharacters = 10_000_000;
const mostChanges = 200_000;

/** Those that keep what never changes already. */
const lasting = new WeakSet<Git>();

/**
 * Git for a process that looks at the same repository again and again: commits and blobs, which never change, are read once. What
 * may change is asked for each time.
 */
export function lastingGit(git: Git): Git {
  if (lasting.has(git)) return git;
  /** Where a shallow clone ends, by the repository: commits have other parents there. */
  const ends = new Map<string, string | undefined>();
  const logs = new Map<string, SharedLog>();
  const texts = createTexts();
  const logOf = ({ commonFolder }: GitRepository): SharedLog | undefined => {
    if (!ends.has(commonFolder)) return undefined;
    const key = JSON.stringify([commonFolder, ends.get(commonFolder)]);
    const log = logs.get(key) ?? new SharedLog(git);
    logs.set(key, log);
    return log;
  };
  const made: Git = {
    ...git,
    refs: async (repository, ...how) => {
      const answer = await git.refs(repository, ...how);
      if (answer.kind === 'answer') ends.set(repository.commonFolder, answer.value.shallow);
      for (const log of logs.values()) log.lookAgain();
      return answer;
    },
    log: (repository, wanted, take, signal) =>
      logOf(repository)?.ask(repository, wanted, take, signal) ?? git.log(repository, wanted, take, signal),
    blobs: (repository, blobs, signal) =>
      texts.find(
        blobs,
        (missing) => git.blobs(repository, missing, signal),
        () => true,
      ),
  };
  lasting.add(made);
  return made;
}

/** The same for what items changed: trees and blobs that were compared and read once. */
export function lastingWorkGit(): (git: WorkGit) => WorkGit {
  const changes = new Map<string, readonly TreeChange[]>();
  let held = 0;
  const texts = createTexts();
  const keyOf = ({ before, after }: TreePair): string => `${before ?? ''} ${after ?? ''}`;
  return (git) => ({
    ...git,
    differences: async (repository, pairs, signal) => {
      const missing = pairs.filter((pair) => !changes.has(keyOf(pair)));
      const answer = await git.differences(repository, missing, signal);
      if (answer.kind !== 'answer') return answer;
      const found = new Map(missing.map((pair, at) => [keyOf(pair), answer.value[at] ?? []]));
      const value = pairs.map((pair) => changes.get(keyOf(pair)) ?? found.get(keyOf(pair)) ?? []);
      for (const [key, list] of found) {
        held += list.length + 1;
        changes.set(key, list);
      }
      if (held > mostChanges) {
        changes.clear();
        held = 0;
      }
      return { kind: 'answer', value };
    },
    texts: (repository, objects, signal) =>
      // A branch may be at another commit the next time.
      texts.find(
        objects,
        (missing) => git.texts(repository, missing, signal),
        (name) => /^[0-9a-f]{40,64}(?::|$)/u.test(name),
      ),
  });
}

interface Texts {
  /** @param isKept whether a name stands for the same text for ever. */
  readonly find: (
    names: readonly string[],
    read: (missing: readonly string[]) => Promise<GitAnswer<ReadonlyMap<string, string>>>,
    isKept: (name: string) => boolean,
  ) => Promise<GitAnswer<ReadonlyMap<string, string>>>;
}

/** Texts of objects by their names, each read once. */
function createTexts(): Texts {
  /** Undefined: a commit does not have the path. */
  const kept = new Map<string, string | undefined>();
  let held = 0;
  return {
    find: async (names, read, isKept) => {
      const found = new Map(names.flatMap((name) => (kept.has(name) ? [[name, kept.get(name)] as const] : [])));
      const missing = names.filter((name) => !found.has(name));
      const answer = await read(missing);
      if (answer.kind !== 'answer') return answer;
      for (const name of missing) {
        const text = answer.value.get(name);
        found.set(name, text);
        if (!isKept(name) || (text === undefined && !name.includes(':'))) continue;
        held += text?.length ?? 0;
        kept.set(name, text);
      }
      if (held > mostCharacters) {
        kept.clear();
        held = 0;
      }
      const value = [...found].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
      return { kind: 'answer', value: new Map(value) };
    },
  };
}
