import type { Machine } from '../../workspace/machine.js';
import type { PhaseEvent } from '../../agents/phases/phaseEvent.js';

/** Where a phase is worked on: what it tells, whom it asks, and what ends it. */
export interface PhaseDesk {
  readonly machine: Machine;
  /** Shows the person a warning: one line. */
  readonly warn: (text: string) => void;
  readonly tell: (event: PhaseEvent) => void;
  /** Asks a person a question that is answered by yes or no; undefined if there is no person. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Asks the person at the terminal, and answers what they typed; undefined if there is no person. */
  readonly ask?: (question: string) => Promise<string>;
  /**
   * Asks the user an agent's question, until the signal is aborted; undefined if there is no person.
   *
   * @param nothing what an empty answer means.
   */
  readonly answer?: (question: string, signal: AbortSignal, nothing?: 'later' | 'reject') => Promise<string>;
  readonly signal: AbortSignal;
}
