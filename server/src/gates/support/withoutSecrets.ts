import { findSecrets } from './findSecrets.js';

/** What is put in the place of a secret. */
const hidden = '***';

/** A short text without what looks like a secret, as it may be shown and kept. */
export function withoutSecrets(text: string): string {
  // In a file of settings, values are looked at that are without quotes.
  const found = findSecrets('command.env', [{ line: 0, text }]);
  return found
    .reduce((shown, { value }) => shown.replaceAll(value, hidden), text)
    .replace(/(:\/\/)[^/\s@]{1,200}@/gu, `$1${hidden}@`)
    .replace(/\b(bearer|basic)\s+[^\s"']{1,500}/giu, `$1 ${hidden}`);
}
