import { UsageError } from '../../base/usageError.js';

/** A document may have changed meanwhile, or somebody else has written what was known of it: then all is read, and held. */
export function twice<T>(run: (isFirst: boolean) => Promise<T>): Promise<T> {
  return run(true).catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    return run(false);
  });
}
