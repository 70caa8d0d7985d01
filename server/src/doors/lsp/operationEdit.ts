import { createLineIndex, type LineIndex } from '../../markdown/lineIndex.js';
import type { Range } from '../../markdown/span.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { comparableText, type OperationChange, type OperationEdit } from '../../protocol.js';
import type { FileChange } from '../../workspace/fileChange.js';

/**
 * The changes of a plan, as the editor applies them.
 *
 * @param textOf the text that a file had when the plan was made; undefined where nobody has read it.
 */
export function toOperationEdit(
  changes: readonly FileChange[],
  {
    textOf,
    uriOf,
  }: { readonly textOf: (path: string) => string | undefined; readonly uriOf: (path: string) => string },
): OperationEdit {
  const edits = new Map<string, TextEdit[]>();
  const others: OperationChange[] = [];
  for (const change of changes)
    switch (change.kind) {
      case 'edit':
        edits.set(change.path, [...(edits.get(change.path) ?? []), ...change.edits]);
        break;
      case 'create':
        others.push({ kind: 'create', uri: uriOf(change.path), text: change.text });
        break;
      case 'rename':
        others.push({ kind: 'rename', uri: uriOf(change.path), newUri: uriOf(change.newPath) });
    }
  const edited = Array.from(edits, ([path, some]): OperationChange => {
    const text = textOf(path);
    if (text === undefined) throw new Error(`${path} is edited, but nobody has read it`);
    const lines = createLineIndex(text);
    const marked = text.startsWith('\u{FEFF}');
    return {
      kind: 'edit',
      uri: uriOf(path),
      text: comparableText(text),
      edits: some.map(({ span, newText }) => ({ range: shownRange(lines, span, marked), newText })),
    };
  });
  return {
    changes: [
      ...others.filter(({ kind }) => kind === 'create'),
      ...edited,
      ...others.filter(({ kind }) => kind === 'rename'),
    ],
  };
}

/** The editor does not show the byte order mark, which is the first character of what stands on disk. */
function shownRange(lines: LineIndex, span: TextEdit['span'], marked: boolean): Range {
  const range = lines.rangeOf(span);
  if (!marked) return range;
  const shown = ({ line, character }: { line: number; character: number }): { line: number; character: number } => ({
    line,
    character: line === 0 ? Math.max(0, character - 1) : character,
  });
  return { start: shown(range.start), end: shown(range.end) };
}
