/** Shares the one thread with requests that wait for an answer. */
export interface TimeSlices extends Turns {
  /** Does a piece of work when there is time for it: at once, or after waiting requests had their turn. */
  run<T>(work: () => T | Promise<T>): Promise<T>;
}

export interface Turns {
  /** Something to wait for, for who does one piece of work after the other; undefined while there is time. */
  turn(): Promise<void> | undefined;
}

/** In milliseconds. `performance.now` would load more than most runs need. */
const clock = (): number => process.uptime() * 1000;

/** @param milliseconds how long work may go on before others have their turn. */
export function createTimeSlices(milliseconds: number): TimeSlices {
  const waiting: (() => void)[] = [];
  let began = -Infinity;
  let paused = false;

  // Looks at the clock after each piece and not before all of them, as many may come in the same moment.
  const work = (): void => {
    while (!paused) {
      if (waiting.length > 0 && clock() - began >= milliseconds) {
        paused = true;
        setImmediate(() => {
          paused = false;
          began = clock();
          waiting.shift()?.();
          work();
        });
        return;
      }
      const next = waiting.shift();
      if (!next) return;
      next();
    }
  };
  const run = <T>(piece: () => T | Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      waiting.push(() => {
        try {
          resolve(piece());
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      });
      work();
    });
  const turn = (): Promise<void> | undefined =>
    !paused && waiting.length === 0 && clock() - began < milliseconds ? undefined : run(() => undefined);
  return { run, turn };
}
