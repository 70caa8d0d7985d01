import type { FrontMatter } from './blocks.js';
import { HYPHEN, PLUS, skipBlanks } from '../base/characters.js';
import { LineCursor } from './lineCursor.js';
import { span } from './span.js';

/**
 * The front matter that begins on a text's first line, at `start`: `---` (YAML) or `+++` (TOML), alone on its line, up to the
 * next such line.
 */
export function readFrontMatter(text: string, start: number): FrontMatter | undefined {
  const marker = text.charCodeAt(start);
  // Most texts begin with something else, and need no cursor.
  if (marker !== HYPHEN && marker !== PLUS) return undefined;
  const line = new LineCursor(text);
  if (!line.nextLine() || !isFence(line, marker)) return undefined;
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
