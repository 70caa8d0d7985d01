/** Puts values into `{0}`, `{1}` … */
export function fill(words: string, ...values: readonly (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)] ?? ''));
}

/** Days as people say them: tenths, and hundredths where that would be nothing. */
export function days(count: number): string {
  return count.toFixed(count < 0.95 && count > 0 ? 2 : 1);
}
