/**
 * Runs something with a signal that is aborted when this process is asked to end, so that it can first end what it has started.
 *
 * @throws what `use` throws.
 */
export async function untilTermination<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController();
  listening++;
  const end = (): void => {
    asked.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    return await use(asked.signal);
  } finally {
    listening--;
    for (const signal of signals) process.removeListener(signal, end);
  }
}

/** How many listen for signals now. */
let listening = 0;
let lastTurn = -Infinity;
const turnMilliseconds = 100;

/**
 * Wait for this in the middle of long work: Node.js delivers signals only when the event loop turns. Undefined if nobody listens, or if
 * the last turn was a moment ago.
 */
export function turnForSignals(): Promise<void> | undefined {
  if (listening === 0 || performance.now() - lastTurn < turnMilliseconds) return undefined;
  return new Promise((resolve) => {
    setImmediate(() => {
      lastTurn = performance.now();
      resolve();
    });
  });
}

/**
 * Runs something that ignores interrupts here: a terminal sends them to all programs in its foreground, and they are meant
 * for the one that the person types to.
 *
 * @throws what `task` throws.
 */
export async function ignoringInterrupts<T>(task: () => Promise<T>): Promise<T> {
  const signals = ['SIGINT', 'SIGQUIT'] as const;
  const ignore = (): void => undefined;
  // They were added as listeners of a signal.
  const listenersOf = (signal: NodeJS.Signals): readonly NodeJS.SignalsListener[] =>
    process.rawListeners(signal) as NodeJS.SignalsListener[];
  const before = signals.map((signal) => ({ signal, listeners: listenersOf(signal) }));
  // In this order: without any listener an interrupt would end this process.
  for (const signal of signals) process.on(signal, ignore);
  for (const { signal, listeners } of before) for (const one of listeners) process.removeListener(signal, one);
  try {
    return await task();
  } finally {
    for (const { signal, listeners } of before) for (const one of listeners) process.on(signal, one);
    for (const signal of signals) process.removeListener(signal, ignore);
  }
}
