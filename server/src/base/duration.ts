/** A duration in short: `90 s`, `12 min`, `3 h`. @param ms milliseconds; negative counts as 0. */
export function durationWords(ms: number): string {
  const seconds = Math.max(0, ms / 1000);
  if (seconds < 120) return `${seconds < 2 ? Math.round(seconds * 10) / 10 : Math.round(seconds)} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
