/** What the caller got wrong, and the way out: one sentence without full stop, shown on standard error. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
