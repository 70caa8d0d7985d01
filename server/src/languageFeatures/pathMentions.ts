import path from 'node:path';
import { parseItemId } from '../documents/itemId.js';
import type { Span } from '../markdown/span.js';
import type { TextEdit } from '../markdown/textEdit.js';

const partOfPath = /[\p{L}\p{N}_./@-]/u;

/** The word around a stretch that may be a path or the name of a branch: `../specs/STORY-001.md`, `feature/STORY-001`. */
export function pathAround(text: string, { start, end }: Span): Span {
  while (start > 0 && partOfPath.test(text.charAt(start - 1))) start--;
  while (end < text.length && partOfPath.test(text.charAt(end))) end++;
  // A full stop, or dots, end a sentence.
  while (text.charAt(end - 1) === '.') end--;
  return { start, end };
}

/** Whether a word names a file: it has an ending such as `.md`. */
export function namesFile(word: string): boolean {
  return /[^./]\.[a-z][a-z0-9]{0,9}$/.test(word) && !parseItemId(word);
}

/** Whether a word is the path, or its end: `specs/STORY-001.md` and `../specs/STORY-001.md` name `docs/specs/STORY-001.md`. */
export function namesPath(word: string, whole: string): boolean {
  const bare = word.replace(/^(?:\.{0,2}\/)+/, '');
  return bare !== '' && (whole === bare || whole.endsWith(`/${bare}`));
}

/**
 * The edits that follow a file which moves, wherever a text names it: from the project root, or as a link from the text's own
 * folder.
 *
 * @param from the path of the file that holds the text; all paths are relative to the project root.
 */
export function followPath(text: string, from: string, oldPath: string, newPath: string): readonly TextEdit[] {
  const name = path.posix.basename(oldPath);
  const folder = path.posix.dirname(from);
  const edits: TextEdit[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const span = pathAround(text, { start: at, end: at + name.length });
    const word = text.slice(span.start, span.end);
    const newText = moved(word, folder, oldPath, newPath);
    if (newText !== undefined && newText !== word) edits.push({ span, newText });
  }
  return edits;
}

function moved(word: string, folder: string, oldPath: string, newPath: string): string | undefined {
  if (word === oldPath) return newPath;
  if (word === `/${oldPath}`) return `/${newPath}`;
  if (path.posix.join(folder, word) === oldPath) {
    const relative = path.posix.relative(folder, newPath);
    return word.startsWith('./') && !relative.startsWith('.') ? `./${relative}` : relative;
  }
  // A name alone says enough where the folder stays the same.
  const inPlace = path.posix.dirname(oldPath) === path.posix.dirname(newPath);
  return inPlace && word === path.posix.basename(oldPath) ? path.posix.basename(newPath) : undefined;
}
