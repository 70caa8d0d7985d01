import { Refused } from './errorCodes.js';
import type { GitAnswer } from '../workspace/ports.js';

/** What git answered. @throws Refused if it failed. */
export function orRefused<T>(answer: GitAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw new Refused('failed', answer.message);
}
