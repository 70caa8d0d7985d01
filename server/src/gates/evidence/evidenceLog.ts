import type { AgreedScenario } from '../../workspace/recordedItems.js';
import type { PersonsWord } from '../gate.js';

/** What an entry of the log says; the writer adds number, time and the hashes that chain it to the one before. */
export type EvidenceEntry =
  /** Something was run; found again by its key, which names all that its result depends on. */
  | { readonly kind: 'run'; readonly key: string; readonly result: unknown }
  /** Files that were not there before something was run in the folder itself: relative to the project root. Each is told once. */
  | { readonly kind: 'made'; readonly paths: readonly string[] }
  /** The spec as it was agreed: `act-in` let the item pass. */
  | {
      readonly kind: 'frozen';
      readonly item: string;
      readonly base: string;
      readonly spec: string;
      readonly hash: string;
      /** The hash of each requirement and criterion, by id. */
      readonly parts?: Readonly<Record<string, string>>;
      /** Those of its test cases; undefined in records of versions that did not look at them. */
      readonly scenarios?: readonly AgreedScenario[];
    }
  | {
      readonly kind: 'verdict';
      readonly item: string;
      readonly gate: string;
      readonly profile: string;
      readonly answer: string;
      readonly failed: readonly string[];
      readonly tree: string;
    }
  /** A destructive command that an agent handed to its shell, as a hook of the agent told. Others are not recorded. */
  | RecordedCommand
  /** A person's word, with what it is about and the signature that proves it. */
  | { readonly kind: 'word'; readonly word: SignedWord }
  /**
   * The record was not as it was left. `kept`: the file name of the log that was set aside; nothing of it is believed. `from`: the
   * log itself is whole, but its records from that number to this one were not written from here and are not believed.
   */
  | { readonly kind: 'broken'; readonly why: string; readonly kept?: string; readonly from?: number }
  /** Stands for all records up to `number`, whose hash was `hash`, which were dropped; `carried` are those of them that still count. */
  | {
      readonly kind: 'pruned';
      readonly number: number;
      readonly hash: string;
      readonly carried: readonly EvidenceRecord[];
    };

export interface RecordedCommand {
  readonly kind: 'command';
  /** The item that the branch names; undefined where it names none, or several. */
  readonly item?: string;
  /** Undefined where HEAD was detached. */
  readonly branch?: string;
  /** `claude`. */
  readonly agent: string;
  /** The agent's own names of its session, and of this call of its shell. */
  readonly session?: string;
  readonly call?: string;
  /** Relative to the top of the worktree, with `/`; `.` for the top itself. */
  readonly folder: string;
  /** The destructive parts of what was handed over, without secrets; `why` completes "…, which". */
  readonly parts: readonly { readonly command: string; readonly why: string }[];
}

/** Exactly what is signed, and the signature. */
export interface SignedWord extends PersonsWord {
  readonly item: string;
  /** `override`: a condition of a gate may fail. `approve`: one change (`what` is its name) is as it should be. `refreeze`: the changed spec is agreed (`what` is its hash). */
  readonly about: 'override' | 'approve' | 'refreeze';
  /** The condition, the approvable change, or the hash of the spec; `hash+hash,hash` where scenarios are agreed, too. */
  readonly what: string;
  /** The tree it was given for: an override holds for that one and no other; empty for the others. */
  readonly tree: string;
  /** The Ed25519 public key (SPKI, DER) in base64. */
  readonly key: string;
  /** Ed25519 over `wordPayload`, in base64. */
  readonly signature: string;
}

export interface EvidenceRecord {
  /** From 1. */
  readonly number: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly entry: EvidenceEntry;
}

/** The record of one repository, read and checked. */
export interface EvidenceLog {
  /** Newest last; empty where the chain is broken: then nothing of it is believed. */
  readonly records: readonly EvidenceRecord[];
  /** Why nothing, or not all, is believed, as a sentence without full stop; undefined for a whole one. */
  readonly broken?: string | undefined;
  /** What a person has to approve (`about: 'approve'`, `what`) for `broken` to be passed over; undefined where nothing can be yet. */
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
