/** Each line of a text two blanks further in. */
export function indented(lines: readonly string[], by = '  '): string {
  return lines
    .flatMap((line) => line.split('\n'))
    .map((line) => (line === '' ? line : `${by}${line}`))
    .join('\n');
}

/** Texts with an empty line between them. */
export function parts(...texts: readonly string[]): string {
  return `${texts.join('\n\n')}\n`;
}
