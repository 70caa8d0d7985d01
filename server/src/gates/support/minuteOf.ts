/** A moment to the minute, as UTC counts it, so that it is the same for everybody; `?` for one that is none. */
export function minuteOf(at: number): string {
  const date = new Date(at);
  return Number.isNaN(date.getTime()) ? '?' : date.toISOString().slice(0, 16).replace('T', ' ');
}
