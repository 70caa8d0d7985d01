import type { FrontMatter } from './blocks.js';
import { HYPHEN, PLUS, skipBlanks } from '../base/characters.js';
import type { LineCursor } from './lineCursor.js';
import { span } from './span.js';

/**
 * The front matter that begins on the cursor's line, which must be the text's first: `---` (YAML) or `+++` (TOML), alone on
 * its line, up to the next such line. Moves the cursor to its last line; if there is none, the cursor has moved on and
 * must not be used further.
 */
export function readFrontMatter(line: LineCursor): FrontMatter | undefined {
  const { text, start } = line;
  const marker = text.charCodeAt(start);
  if ((marker !== HYPHEN && marker !== PLUS) || !isFence(line, marker)) return undefined;
  const contentStart = line.next;
  let contentEnd = contentStart;
  while (line.nextLine()) {
    if (isFence(line, marker))
      return { kind: 'frontMatter', span: span(start, line.end), contentSpan: span(contentStart, contentEnd) };
    contentEnd = line.end;
  }
  return undefined;
}

function isFence({ text, start, end }: LineCursor, marker: number): boolean {
  return (
    end - start >= 3 &&
    text.charCodeAt(start) === marker &&
    text.charCodeAt(start + 1) === marker &&
    text.charCodeAt(start + 2) === marker &&
    skipBlanks(text, start + 3, end) === end
  );
}
