/** The day in the local time zone: `2026-03-01`. @param at milliseconds since 1970. */
export function localDate(at: number): string {
  const date = new Date(at);
  return [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
}

/** The moment in the local time zone, to the second, with its offset: `2026-03-01T10:00:00+01:00`. */
export function localTime(at: number): string {
  const date = new Date(at);
  const offset = -date.getTimezoneOffset();
  const size = Math.abs(offset);
  const clock = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return `${localDate(at)}T${clock}${offset < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
