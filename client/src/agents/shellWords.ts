/**
 * A command as a person can paste it into a POSIX shell: words that such a shell would read in another way are quoted.
 *
 * @param command the program and its arguments.
 */
export function shellWords(command: readonly string[]): string {
  return command
    .map((word) => (/^[\w./:=@%+,-]+$/u.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
