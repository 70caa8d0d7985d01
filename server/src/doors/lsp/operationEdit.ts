import { createLineIndex } from '../../markdown/lineIndex.js';
import type { TextEdit } from '../../markdown/textEdit.js';
import { comparableText, type OperationChange, type OperationEdit } from '../../protocol.js';
import type { FileChange } from '../../workspace/fileChange.js';

/**
 * The changes of a plan, as the editor applies them.
 *
 * @param textOf the text that a file had when the plan was made; undefined if nobody has read it.
 */
export function toOperationEdit(
  changes: readonly FileChange[],
  {
    textOf,
    uriOf,
  }: { readonly textOf: (path: string) => string | undefined; readonly uriOf: (path: string) => string },
): OperationEdit {
  const readText = (path: string): string => {
    const text = textOf(path);
    if (text === undefined) throw new Error(`${path} is changed but was not read`);
    return text;
  };
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
        break;
      case 'delete':
        others.push({ kind: 'delete', uri: uriOf(change.path), text: comparableText(readText(change.path)) });
    }
  const edited = Array.from(edits, ([path, some]): OperationChange => {
    const text = readText(path);
    const lines = createLineIndex(text);
    return {
      kind: 'edit',
      uri: uriOf(path),
      text: comparableText(text),
      edits: some.map(({ span, newText }) => ({ range: lines.rangeOf(span), newText })),
    };
  });
  return {
    changes: [
      ...others.filter(({ kind }) => kind === 'create'),
      ...edited,
      ...others.filter(({ kind }) => kind !== 'create'),
    ],
  };
}
