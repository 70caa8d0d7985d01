import * as v from 'valibot';
import { finite, listOf, maybe, object, type Read, someRecordOf } from '../../base/schema.js';

const text = v.string();

const keptFile = object({
  /** From the top of the worktree, with `/`. */
  path: text,
  /** As git writes it: 100644, 100755, or 120000 for a link, whose blob is where it leads to. */
  mode: v.picklist(['100644', '100755', '120000']),
  /** As the system has them: `0o600`. */
  permissions: v.number(),
  /** Its bytes as they are: no filter and no line ending is applied. */
  blob: text,
});

export type KeptFile = Read<typeof keptFile>;

/** What a snapshot says of itself; it is in the snapshot's own tree as `snapshot.json`. */
export const snapshotNote = object({
  version: v.literal(1),
  /** Milliseconds since 1970. */
  at: finite,
  /** `branch`: the full name of the ref that HEAD stands for; undefined if it is detached. */
  head: object({ branch: maybe(text), commit: maybe(text) }),
  /** Branches and tags by their full names. */
  refs: someRecordOf(text),
  /** Newest first. */
  stashes: listOf(object({ commit: text, message: text })),
  /** What was not committed, untracked or ignored. */
  files: listOf(keptFile),
  /** Files of HEAD that were deleted. */
  deleted: listOf(text),
  /** What is not kept, and why, as half a sentence. */
  beyond: listOf(object({ path: text, why: text })),
  /** The blob of git's index as it was; undefined if there was none. */
  index: maybe(text),
});

export type SnapshotNote = Read<typeof snapshotNote>;

/** A snapshot that was taken. */
export interface Snapshot {
  readonly note: SnapshotNote;
}

/** The ref of a snapshot, which keeps it from being collected. @param name of a session, or of what was before an undo. */
export function snapshotRef(name: string): string {
  return `refs/pactwright/snapshots/${name}`;
}

/** What the name of a snapshot of what was there before an undo ends with. */
export const undoEnd = '-undo';

/** The name of what is there when a snapshot is put back; the undo of an undo is that snapshot again. */
export function undoOf(name: string): string {
  return name.endsWith(undoEnd) ? name.slice(0, -undoEnd.length) : `${name}${undoEnd}`;
}

/** The name of the snapshot of the main checkout for a session in a worktree. */
export function mainOf(name: string): string {
  return name.endsWith(undoEnd) ? `${name.slice(0, -undoEnd.length)}-main${undoEnd}` : `${name}-main`;
}
