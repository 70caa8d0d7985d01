export const dayMilliseconds = 24 * 60 * 60 * 1000;

/** The number of a day since 1970. Days are those of UTC, so that everybody sees the same figures. */
export const dayOf = (at: number): number => Math.floor(at / dayMilliseconds);

/** As `2026-03-01`. */
export const dateOf = (day: number): string => new Date(day * dayMilliseconds).toISOString().slice(0, 10);

/** The Monday that begins the week of a day; day 0, the first of January 1970, was a Thursday. */
export const mondayOf = (day: number): number => day - ((((day + 3) % 7) + 7) % 7);

/** The week as ISO 8601 names it: `2026-W09`. It belongs to the year that has its Thursday. */
export function weekOf(day: number): string {
  const thursday = mondayOf(day) + 3;
  const year = new Date(thursday * dayMilliseconds).getUTCFullYear();
  const week = Math.floor((thursday - dayOf(Date.UTC(year, 0, 1))) / 7) + 1;
  return `${year}-W${String(week).padStart(2, '0')}`;
}
