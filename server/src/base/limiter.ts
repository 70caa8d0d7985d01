/** Runs tasks, at most so many at once; the others wait in the order they came. */
export type Limiter = <T>(task: () => T | Promise<T>) => Promise<T>;

/** @param most how many tasks may be under way at the same time; at least 1. */
export function createLimiter(most: number): Limiter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (task) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await task();
    } finally {
      // The place goes straight to the next in line, so that no newcomer can take it.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
