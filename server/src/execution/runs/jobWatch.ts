import { setTimeout as pause } from 'node:timers/promises';
import type { JobState, WorkQueue } from '../../workspace/workQueue.js';
import { patiently } from './patiently.js';

/** How a job that was submitted ended. */
type JobEnd = Exclude<JobState, { readonly kind: 'waiting' | 'taken' }>;

/** Looks at all jobs of a run at once, however many wait for one. */
export interface JobWatch {
  /** Waits until a job has ended; one that the queue does not know is lost. @throws the signal's reason. */
  readonly end: (id: string, signal: AbortSignal) => Promise<JobEnd>;
}

/** How often, in milliseconds. */
const lookMs = 1_000;

export function createJobWatch(queue: WorkQueue, run: string, warn: (text: string) => void): JobWatch {
  const waiting = new Map<string, (end: JobEnd) => void>();
  let isLooking = false;
  const look = async (signal: AbortSignal): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      while (waiting.size > 0) {
        const asked = [...waiting];
        const states = await patiently(() => queue.look(run), { signal, warn });
        for (const [id, tell] of asked) {
          const state = states.get(id) ?? { kind: 'lost' };
          if (state.kind !== 'waiting' && state.kind !== 'taken') tell(state);
        }
        if (waiting.size > 0) await pause(lookMs, undefined, { signal });
      }
    } finally {
      isLooking = false;
    }
  };
  return {
    end: (id, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => {
          waiting.delete(id);
          reject(signal.reason as Error);
        };
        if (signal.aborted) {
          stop();
          return;
        }
        signal.addEventListener('abort', stop, { once: true });
        waiting.set(id, (end) => {
          waiting.delete(id);
          signal.removeEventListener('abort', stop);
          resolve(end);
        });
        // All that wait share the engine's signal, which tells them why the look ended.
        look(signal).catch(() => undefined);
      }),
  };
}
