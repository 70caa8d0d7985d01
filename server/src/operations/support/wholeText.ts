import type { FileChange } from '../../workspace/fileChange.js';

/** What makes a file hold a text: nothing if it does. @param before undefined if there is no file. */
export function wholeText(path: string, before: string | undefined, text: string): readonly FileChange[] {
  if (before === text) return [];
  if (before === undefined) return [{ kind: 'create', path, text }];
  return [{ kind: 'edit', path, edits: [{ span: { start: 0, end: before.length }, newText: text }] }];
}
