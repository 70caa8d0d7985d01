import type { Io } from '../../doors/cli/io.js';
import { plainText } from '../../base/plainText.js';
import type { PhaseEvent } from './phaseEvent.js';

/** Where a phase is worked on: what it tells, whom it asks, and what ends it. */
export interface PhaseDesk {
  readonly io: Pick<Io, 'env' | 'now' | 'err'>;
  readonly tell: (event: PhaseEvent) => void;
  /** Asks a person a question that is answered by yes or no; undefined where nobody is there. */
  readonly confirm: ((question: string) => Promise<boolean>) | undefined;
  /** Asks the person at the terminal, and answers what they typed; undefined where nobody is there. */
  readonly ask?: (question: string) => Promise<string>;
  readonly signal: AbortSignal;
}

/** What a person should know besides, on a line of its own. */
export function warner({ io }: Pick<PhaseDesk, 'io'>): (text: string) => void {
  return (text) => {
    io.err(`pactwright: ${plainText(text)}\n`);
  };
}
