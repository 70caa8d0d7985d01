import type { TextEdit } from '../../markdown/textEdit.js';
import type { TextFile } from '../../markdown/textFile.js';
import { comparableText, type OperationChange, type OperationEdit } from '../../protocol.js';
import { fileAt } from '../../workspace/fileAt.js';
import type { FileChange } from '../../workspace/fileChange.js';
import type { Project } from '../../workspace/project.js';

/**
 * The changes of a plan, as the editor applies them.
 *
 * @param project as it was when the plan was made.
 */
export function toOperationEdit(
  changes: readonly FileChange[],
  { project, uriOf }: { readonly project: Project; readonly uriOf: (path: string) => string },
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
    const file = fileAt(project, path);
    if (!file) throw new Error(`${path} is edited, but nobody has read it`);
    return {
      kind: 'edit',
      uri: uriOf(path),
      text: comparableText(file.text),
      edits: some.map(({ span, newText }) => ({ range: shownRange(file, span), newText })),
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
function shownRange({ lines, text }: TextFile, span: TextEdit['span']): ReturnType<TextFile['lines']['rangeOf']> {
  const range = lines.rangeOf(span);
  if (!text.startsWith('\u{FEFF}')) return range;
  const shown = ({ line, character }: { line: number; character: number }): { line: number; character: number } => ({
    line,
    character: line === 0 ? Math.max(0, character - 1) : character,
  });
  return { start: shown(range.start), end: shown(range.end) };
}
