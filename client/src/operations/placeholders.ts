/** `TODO`, with what follows a colon; a line that is all in parentheses. */
const placeholder = /\bTODO\b(?::[^\n]*)?|^\([A-Z][^()\n]*\)$/gmu;

/**
 * A text as an editor's snippet with a tab stop for each text to be replaced.
 *
 * @returns undefined where there is none.
 */
export function toSnippet(text: string): string | undefined {
  let count = 0;
  let end = 0;
  let snippet = '';
  for (const { 0: found, index } of text.matchAll(placeholder)) {
    count++;
    snippet += `${escape(text.slice(end, index))}\${${count}:${escape(found)}}`;
    end = index + found.length;
  }
  return count === 0 ? undefined : snippet + escape(text.slice(end));
}

/** As the snippet syntax of VS Code has it. */
function escape(text: string): string {
  return text.replace(/[\\$}]/gu, '\\$&');
}
