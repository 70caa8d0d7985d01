/** Puts values into `{0}`, `{1}` … */
export function fill(words: string, ...values: readonly (string | number)[]): string {
  return words.replace(/\{(\d)\}/g, (_whole, index: string) => String(values[Number(index)] ?? ''));
}
