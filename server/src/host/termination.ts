/**
 * Runs something that is told when this process is asked to end, so that it can end what it has started first.
 *
 * @throws what `use` throws.
 */
export async function untilTermination<T>(use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const asked = new AbortController();
  const end = (): void => {
    asked.abort();
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, end);
  try {
    return await use(asked.signal);
  } finally {
    for (const signal of signals) process.removeListener(signal, end);
  }
}
