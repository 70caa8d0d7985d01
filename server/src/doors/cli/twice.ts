import { UsageError } from '../../base/usageError.js';

/** The first run relies on what was kept. If it fails, as a document or the cache changed meanwhile, everything is read again. */
export function twice<T>(run: (isFirst: boolean) => Promise<T>): Promise<T> {
  return run(true).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    return run(false);
  });
}
