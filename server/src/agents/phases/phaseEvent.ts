import type { AgentEnd } from '../agentEnd.js';
import type { AgentEvent } from '../agentEvent.js';
import type { Phase } from '../phase.js';
import type { QueueOutcome } from '../queue.js';
import type { Loss } from '../sessionRecord.js';
import type { Review } from '../review.js';
import type { Verdict } from '../../gates/gate.js';
import type { ShownStep } from '../../operations/shownStep.js';

/** How a phase ended. `left`: it passed, but its last steps were not confirmed. `waiting`: the agent asks something. */
export type PhaseOutcome = 'passed' | 'left' | 'refused' | 'unknown' | 'waiting' | 'agentFailed' | 'shown';

/** Who works in a phase, and what decided it. */
export interface Casting {
  /** The leader's name, and its title in the prompt. */
  readonly role: string;
  readonly title: string;
  readonly roleBy: string;
  /** The titles of the roles beside it. */
  readonly others: readonly string[];
  /** In the order they are tried. */
  readonly workers: readonly {
    readonly agent: string;
    readonly agentBy: string;
    readonly model?: string;
    readonly modelBy?: string;
  }[];
  /** What a person should know: sentences without full stop. */
  readonly notes: readonly string[];
}

/** What happens in a phase, as it does. */
export type PhaseEvent =
  | { readonly event: 'phase'; readonly phase: Phase; readonly item?: string; readonly folder: string }
  /** What was made or changed for it, by code: a sentence without full stop. */
  | { readonly event: 'done'; readonly what: string }
  /** A condition that a gate looks at now, or a step that may take long. */
  | { readonly event: 'condition'; readonly title: string }
  | { readonly event: 'gate'; readonly verdict: Verdict }
  /** A reviewer's answer; undefined if it gave no verdict. */
  | { readonly event: 'review'; readonly review: Review | undefined }
  /** Who would work, if nothing is started. */
  | ({ readonly event: 'cast' } & Casting)
  /** The prompt an agent would get, if nothing is started. */
  | { readonly event: 'prompt'; readonly text: string; readonly command: readonly string[] }
  | { readonly event: 'agent'; readonly agent: string; readonly round: number; readonly rounds: number }
  | { readonly event: 'agentEvent'; readonly agentEvent: AgentEvent }
  | {
      readonly event: 'agentEnd';
      readonly session: string;
      /** Where it worked: absolute. */
      readonly folder: string;
      /** Whether it can be resumed; undefined if it never started to work. */
      readonly resumable?: boolean;
      readonly end: AgentEnd;
      readonly losses: readonly Loss[];
    }
  /** No agent is started, because a budget is spent. */
  | { readonly event: 'spent'; readonly end: AgentEnd }
  /** The agent asks a person. */
  | { readonly event: 'question'; readonly session: string; readonly agent: string; readonly question: string }
  /** How long it has been silent without a terminal, in milliseconds. */
  | { readonly event: 'silent'; readonly ms: number }
  /** The agent that starts next, the same one or another, and after how long, in milliseconds. */
  | { readonly event: 'again'; readonly agent: string; readonly model?: string; readonly afterMs: number }
  /** Steps that are carried out once somebody agrees. */
  | { readonly event: 'planned'; readonly steps: readonly ShownStep[] }
  /** The items of a sprint, in order, and what became of each phase; undefined: it was not started. */
  | {
      readonly event: 'sprint';
      readonly phases: readonly Phase[];
      readonly rows: readonly {
        readonly item: string;
        readonly cells: readonly (QueueOutcome | undefined)[];
        readonly outcome: QueueOutcome | undefined;
        /** Why: a sentence without full stop. */
        readonly note?: string;
      }[];
    }
  | {
      readonly event: 'end';
      readonly phase: Phase;
      readonly item?: string;
      readonly outcome: PhaseOutcome;
      /** What to do next: a sentence without full stop, with the command in it. */
      readonly next?: string;
    };
