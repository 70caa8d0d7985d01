/**
 * Wraps a handler so that one that fails answers with `fallback` and is logged: a broken feature must not end the server.
 */
export function guard<Args extends unknown[], Answer>(
  name: string,
  log: (message: string) => void,
  fallback: Answer,
  handler: (...args: Args) => Answer | Promise<Answer>,
): (...args: Args) => Promise<Answer> {
  return async (...args) => {
    try {
      return await handler(...args);
    } catch (error) {
      // Work on what is no longer asked for was given up.
      if (error instanceof Error && error.name === 'AbortError') return fallback;
      log(`${name} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return fallback;
    }
  };
}
