/**
 * An id for each row below `parent`, by name and the number of equal names before it: no line numbers, so that an edit above
 * does not close what a person has opened.
 */
export function siblingIds<T>(parent: string, rows: readonly T[], nameOf: (row: T) => string): [string, T][] {
  const seen = new Map<string, number>();
  return rows.map((row) => {
    const name = nameOf(row);
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    return [[parent, name, before].join('\u0000'), row];
  });
}
