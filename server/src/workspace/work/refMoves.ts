import type { LoggedCommit, RefLogEntry } from '../ports.js';
import type { CommitGraph } from './commitGraph.js';
import type { RefMove, WorkCommit } from './work.js';

export interface RefMovesOptions {
  readonly logs: readonly RefLogEntry[];
  readonly graph: CommitGraph;
  readonly base: LoggedCommit | undefined;
  /** Whether other items' work is on the branch as well. */
  readonly isShared: boolean;
  /** The commits beyond the graph that can still be read: they are older than the base. */
  readonly old: ReadonlySet<string>;
  readonly toCommit: (logged: LoggedCommit) => WorkCommit;
}

/** What happened to the refs of a branch since the base, ref by ref, newest first. */
export function toRefMoves(options: RefMovesOptions): readonly RefMove[] {
  const { logs } = options;
  const refs = new Set(logs.map(({ ref }) => ref));
  return [...refs].flatMap((ref) => {
    const entries = logs.filter((entry) => entry.ref === ref);
    return entries
      .slice(beginOf(entries, options))
      .map((entry) => toMove(entry, options))
      .reverse();
  });
}

/** The hashes whose commits are not in the graph: older than the base, or gone. */
export function unknownHashes(logs: readonly RefLogEntry[], graph: CommitGraph): readonly string[] {
  return [...new Set(hashesIn(logs).filter((hash) => !graph.get(hash)))];
}

/** The hashes of all commits that logs of refs tell of. */
export function hashesIn(logs: readonly RefLogEntry[]): readonly string[] {
  return logs.flatMap(({ before, after }) => [before, after].filter((hash) => hash !== undefined));
}

/** Where the moves begin that belong to the work. */
function beginOf(entries: readonly RefLogEntry[], { graph, base, isShared }: RefMovesOptions): number {
  if (!base) return 0;
  if (isShared) {
    const exact = entries.findIndex(({ after }) => after === base.hash);
    if (exact !== -1) return exact + 1;
  }
  const leading = entries.findIndex(({ after }) => after !== undefined && graph.reach(after).has(base.hash));
  if (isShared) return leading === -1 ? entries.length : leading;
  // A rebase gives a branch a new base; what happened before it belongs to the branch as well.
  const isWork = (hash: string | undefined): boolean => {
    const commit = hash === undefined ? undefined : graph.get(hash);
    return commit !== undefined && !commit.isEdge && commit !== base;
  };
  let begin = leading === -1 ? entries.length : leading;
  while (isWork(entries[begin - 1]?.before) || isWork(entries[begin - 1]?.after)) begin--;
  return begin;
}

function toMove(entry: RefLogEntry, { graph, base, old, toCommit }: RefMovesOptions): RefMove {
  const { ref, before, after, at, message } = entry;
  const none = '0'.repeat((before ?? after ?? '').length);
  const move = { ref, before: before ?? none, after: after ?? none, at, message };
  const isGone = (hash: string): boolean => !graph.get(hash) && !old.has(hash);
  const isStep = before === undefined || old.has(before) || graph.get(after ?? '')?.parents.includes(before) === true;
  if (isStep) return { ...move, forced: false, fellAway: [] };
  // What led to a commit that is gone dropped nothing itself as far as is known; the move away from it did.
  if (isGone(before)) return { ...move, forced: true };
  if (after !== undefined && isGone(after)) return { ...move, forced: false };
  const kept = after === undefined ? new Set<string>() : graph.reach(after);
  const lost = graph.reach(before);
  const fellAway = graph.all.filter(
    (commit) => lost.has(commit.hash) && !kept.has(commit.hash) && !commit.isEdge && commit !== base,
  );
  return { ...move, forced: fellAway.length > 0, fellAway: fellAway.map(toCommit) };
}
