/** A word of a command line for a POSIX shell, which also runs hooks of git on Windows. */
export const shellWord = (text: string): string => `'${text.replaceAll('\\', '/').replaceAll("'", `'\\''`)}'`;
