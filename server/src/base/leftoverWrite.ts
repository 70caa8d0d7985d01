/** What the name of a file that is being written ends with until it takes its place. */
const ending = /^[0-9a-f]{12}\.tmp$/u;

/** The name of the file that a text is written to before it replaces another one. @param random twelve hexadecimal digits. */
export function unfinishedName(name: string, random: string): string {
  return `.${name}.${random}.tmp`;
}

/** Whether a file is one that a killed process has left while it wrote. @param of the file it was to become; undefined: any. */
export function isUnfinished(name: string, of?: string): boolean {
  if (!name.startsWith(of === undefined ? '.' : `.${of}.`)) return false;
  return ending.test(name.slice(of === undefined ? name.lastIndexOf('.', name.length - 5) + 1 : of.length + 2));
}

/**
 * In milliseconds: a lock of git, or an unfinished file, in a place that only Pactwright uses is what a killed process left once it
 * has not changed for this long.
 */
export const quietMs = 10_000;
