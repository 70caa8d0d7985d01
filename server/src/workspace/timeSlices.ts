/** Shares the one thread with whoever waits for an answer. */
export interface TimeSlices {
  /** Comes back when there is time to work: at once, or after waiting requests had their turn. */
  turn(): Promise<void>;
}

/** @param milliseconds how long work may go on before others have their turn. */
export function createTimeSlices(milliseconds: number): TimeSlices {
  let began = -Infinity;
  let pause: Promise<void> | undefined;
  return {
    turn: async () => {
      // Several wait for the same pause; after it each looks again whether those before it used the slice up.
      while (performance.now() - began > milliseconds) {
        pause ??= new Promise((resolve) =>
          setImmediate(() => {
            began = performance.now();
            pause = undefined;
            resolve();
          }),
        );
        await pause;
      }
    },
  };
}
