import type { ConditionResult, Verdict } from '../gates/gate.js';

export type {
  Backtrack,
  ConditionResult,
  ConditionState,
  Evidence,
  GateName,
  GatePlace,
  PersonsWord,
  Problem,
  Verdict,
} from '../gates/gate.js';
export type { SignedWord } from '../gates/evidence/evidenceLog.js';
export { type UnsignedWord, wordPayload } from '../gates/evidence/wordPayload.js';
export { blockers } from '../gates/verdict.js';
export { stateFolder } from '../base/userFolders.js';

/** What `pactwright gate --format events` writes while it goes on, one per line. */
export type GateEvent =
  /** A condition is looked at now. */
  | { readonly event: 'condition'; readonly name: string; readonly title: string }
  /** What a condition that takes its time is at. */
  | { readonly event: 'progress'; readonly text: string }
  | { readonly event: 'result'; readonly result: ConditionResult }
  /** The last one. */
  | {
      readonly event: 'verdict';
      readonly verdict: Verdict;
      /** The same as Markdown for people. */
      readonly report: string;
      /** What approvals and the record are known by: the git common directory, else the project root. */
      readonly repository: string;
      readonly head: EvidenceHead;
    };

/** How far a record goes. */
export interface EvidenceHead {
  /** Of the last one; 0 for an empty record. */
  readonly number: number;
  /** The hashes of the newest ones, the last one's last. */
  readonly hashes: readonly string[];
}
