import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '../../base/errors.js';

/** A queue that could not be opened: asking again changes nothing. */
export class QueueGone extends Error {}

const firstWaitMs = 500;
const longestWaitMs = 10_000;

/**
 * Asks something that may not answer for a while, such as a database that restarts, until it does.
 *
 * @param warn called once when it stops answering, and once when it answers again.
 * @throws the signal's reason; what is final.
 */
export async function patiently<T>(
  use: () => Promise<T>,
  {
    signal,
    warn,
    isFinal = () => false,
  }: {
    readonly signal: AbortSignal;
    readonly warn: (text: string) => void;
    /** Whether asking again changes nothing. */
    readonly isFinal?: (error: unknown) => boolean;
  },
): Promise<T> {
  for (let wait = firstWaitMs, isTold = false; ; wait = Math.min(wait * 2, longestWaitMs)) {
    signal.throwIfAborted();
    try {
      const answer = await use();
      if (isTold) warn('the queue answers again');
      return answer;
    } catch (error) {
      if (error instanceof QueueGone || isFinal(error)) throw error;
      if (!isTold) warn(`the queue does not answer, and is asked again until it does: ${describeError(error)}`);
      isTold = true;
      await pause(wait, undefined, { signal }).catch(() => undefined);
    }
  }
}
