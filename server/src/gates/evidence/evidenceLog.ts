import * as v from 'valibot';
import { count, finite, listOf, maybe, object, type Read, recordOf } from '../../base/schema.js';

const text = v.string();

/** A person's word: exactly what is signed, and the signature. */
export const signedWord = object({
  person: text,
  reason: text,
  /** Milliseconds since 1970. */
  at: finite,
  item: text,
  /** `override`: a condition of a gate may fail. `approve`: one change (`what` is its name) is as it should be. `refreeze`: the changed spec is agreed (`what` is its hash). */
  about: v.picklist(['override', 'approve', 'refreeze']),
  /** The condition, the approvable change, or the hash of the spec; `hash+hash,hash` where scenarios are agreed, too. */
  what: text,
  /** The tree it was given for: an override holds for that one and no other; empty for the others. */
  tree: text,
  /** The Ed25519 public key (SPKI, DER) in base64. */
  key: text,
  /** Ed25519 over `wordPayload`, in base64. */
  signature: text,
});

export type SignedWord = Read<typeof signedWord>;

/** A destructive command that an agent handed to its shell, as reported by a hook of the agent. Others are not recorded. */
const recordedCommand = object({
  kind: v.literal('command'),
  /** The item that the branch names; undefined if it names none, or several. */
  item: maybe(text),
  /** Undefined if HEAD was detached. */
  branch: maybe(text),
  /** `claude`. */
  agent: text,
  /** The agent's own names of its session, and of this call of its shell. */
  session: maybe(text),
  call: maybe(text),
  /** Relative to the top of the worktree, with `/`; `.` for the top itself. */
  folder: text,
  /** The destructive parts of what was handed over, without secrets; `why` completes "…, which". */
  parts: listOf(object({ command: text, why: text })),
});

export type RecordedCommand = Read<typeof recordedCommand>;

const plainEntries = [
  /** Something was run; found again by its key, which names all that its result depends on. */
  object({ kind: v.literal('run'), key: text, result: v.optional(v.unknown()) }),
  /** Files that were not there before something was run in the folder itself: relative to the project root. Each is reported once. */
  object({ kind: v.literal('made'), paths: listOf(text) }),
  /** The spec as it was agreed: `act-in` let the item pass. */
  object({
    kind: v.literal('frozen'),
    item: text,
    base: text,
    spec: text,
    hash: text,
    /** The hash of each requirement and criterion, by id. */
    parts: maybe(recordOf(text)),
    /** Those of its test cases; undefined in records of versions that did not look at them. */
    scenarios: maybe(listOf(object({ name: text, hash: text }))),
  }),
  object({
    kind: v.literal('verdict'),
    item: text,
    gate: text,
    profile: text,
    answer: text,
    failed: listOf(text),
    tree: text,
  }),
  recordedCommand,
  /** The agent's program refused to run a recorded command. */
  object({ kind: v.literal('notRun'), agent: text, session: text, call: text }),
  /** A git hook allowed a commit of this tree. */
  object({ kind: v.literal('hooked'), tree: text }),
  /** A person's word, with what it is about and the signature that proves it. */
  object({ kind: v.literal('word'), word: signedWord }),
  /**
   * The record was not as it was left. `kept`: the file name of the log that was set aside; nothing of it is believed. `from`: the
   * log itself is whole, but its records from that number to this one were not written from here and are not believed.
   */
  object({ kind: v.literal('broken'), why: text, kept: maybe(text), from: maybe(count) }),
] as const;

/** One that holds others is never carried over, so nothing is nested. */
const carried = listOf(object({ number: count, at: finite, entry: v.variant('kind', plainEntries) }));

/** What an entry of the log says; the writer adds number, time and the hashes that chain it to the one before. */
export const evidenceEntry = v.variant('kind', [
  ...plainEntries,
  /** Stands for all records up to `number`, whose hash was `hash`, which were dropped; `carried` are those of them that still count. */
  object({ kind: v.literal('pruned'), number: count, hash: text, carried }),
]);

export type EvidenceEntry = Read<typeof evidenceEntry>;

/** A record that pruning carries over. */
export type CarriedRecord = Read<typeof carried>[number];

export interface EvidenceRecord {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly entry: EvidenceEntry;
}

/** The record of one repository, read and checked. */
export interface EvidenceLog {
  /** Newest last; empty if the chain is broken: then nothing of it is believed. */
  readonly records: readonly EvidenceRecord[];
  /** Why nothing, or not all, is believed, as a sentence without full stop; undefined for a whole one. */
  readonly broken?: string | undefined;
  /** What a person has to approve (`about: 'approve'`, `what`) for `broken` to be skipped; undefined if nothing can be yet. */
  readonly brokenName?: string | undefined;
  /** What else is to be known of the record, as sentences without full stop. */
  readonly notes?: readonly string[];
  /** The words that are signed by a key this machine trusts. */
  readonly words: readonly SignedWord[];
  /** The newest record of a run with that key. */
  run(key: string): EvidenceRecord | undefined;
  /** @returns the number of the new record. @throws EvidenceNotWritten; the signal's reason. */
  append(entry: EvidenceEntry): Promise<number>;
}
