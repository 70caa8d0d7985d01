import type { Io } from './io.js';

/** Tells a person at a terminal what is being done. */
export interface Progress {
  readonly show: (title: string) => void;
  readonly end: () => void;
}

const patienceMilliseconds = 1_000;

/** What takes over a second without a title says so, too. @param name of what runs. */
export function createProgress({ terminal, err }: Pick<Io, 'terminal' | 'err'>, name: string): Progress {
  if (!terminal) return { show: () => undefined, end: () => undefined };
  const show = (title: string): void => {
    clearTimeout(slow);
    err(`… ${title}\n`);
  };
  const slow = setTimeout(() => {
    show(`${name} is still running (Ctrl+C cancels)`);
  }, patienceMilliseconds);
  return {
    show,
    end: () => {
      clearTimeout(slow);
    },
  };
}
