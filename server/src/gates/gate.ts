import type { Range } from '../markdown/span.js';

/** When a gate is asked; each is between two steps of an item's life. */
export const gateNames = ['plan', 'act-in', 'act-out', 'check', 'done', 'commit', 'release'] as const;

export type GateName = (typeof gateNames)[number];

/** `unknown`: it could not be determined, which is neither of the others. */
export type ConditionState = 'pass' | 'fail' | 'unknown';

/**
 * Where to go back to: `repeat` the work until the condition holds; change the `spec`, as the agreement itself does not hold; take
 * a bigger `process`, as the change is more than the profile is made for.
 */
export type Backtrack = 'repeat' | 'spec' | 'process';

/** A place in a file of the project. */
export interface GatePlace {
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly range?: Range;
}

/** One thing that keeps a condition from holding, or from being known; where it holds, one that a reviewer should look at. */
export interface Problem {
  /** What is wrong and why it matters: a sentence without full stop. */
  readonly message: string;
  readonly place?: GatePlace;
  /** The identity of the finding it repeats. */
  readonly finding?: string;
  /** Names the very change that a person may approve; undefined if only the condition as a whole can be overridden. */
  readonly approvable?: string;
  /** What a person may agree to, where the spec or its scenarios are not as agreed. */
  readonly refreeze?: string;
  /** The command of the configuration that is not allowed to run here yet; a person can allow it. */
  readonly command?: readonly string[];
}

/** What was checked to come to an outcome. */
export interface Evidence {
  /** What it is, as half a sentence: `3 tests of STORY-001, run by vitest`. */
  readonly what: string;
  /** The commit that HEAD was at. */
  readonly commit?: string;
  /** The tree of the folder as it was, what is not committed included. */
  readonly tree?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The program and its arguments, where one was run. */
  readonly command?: readonly string[];
  /** The record in the evidence store, by its number. */
  readonly record?: number;
  /** Whether it was determined by an earlier gate and still holds. */
  readonly reused?: boolean;
}

/** What a condition came to. */
export interface Outcome {
  readonly state: ConditionState;
  /** What was found, as one sentence without full stop. */
  readonly summary: string;
  readonly problems?: readonly Problem[];
  readonly evidence?: readonly Evidence[];
  /** What to do next: an imperative sentence without full stop; only where it does not pass. */
  readonly next?: string;
  /**
   * Only where it passes though something that matters was not there to be looked at, which the summary tells: what would settle
   * it, as `next`. Profiles that let nothing pass on trust take it for unknown.
   */
  readonly doubt?: string;
}

/** A person's word, given in the editor's dialog and signed. */
export interface PersonsWord {
  readonly person: string;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** A condition in a verdict. */
export interface ConditionResult extends Omit<Outcome, 'doubt'> {
  readonly name: string;
  /** What it asks for, as a sentence without full stop: `Every task is ticked`. */
  readonly title: string;
  readonly required: boolean;
  readonly backtrack: Backtrack;
  /** Set where a person let the gate pass in spite of it. */
  readonly overridden?: PersonsWord;
}

/** What a gate says of an item. */
export interface Verdict {
  readonly gate: GateName;
  readonly item: string;
  readonly profile: string;
  /** `refused`: a required condition fails. `unknown`: none fails, but one could not be determined. */
  readonly answer: 'allowed' | 'refused' | 'unknown';
  readonly conditions: readonly ConditionResult[];
  /** Where to go back to; undefined if the gate is open. */
  readonly backtrack?: Backtrack;
  /** The commit that HEAD was at, and the tree of the folder. */
  readonly commit?: string;
  readonly tree?: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Findings of error level that pass because the baseline or a comment leaves them out, as `code path: message`. */
  readonly passedOver: readonly string[];
}
