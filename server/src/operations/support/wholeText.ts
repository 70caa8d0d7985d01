import type { FileChange } from '../../workspace/fileChange.js';

/** What makes a file hold a text: only the lines that differ, nothing if none does. @param before undefined if there is no file. */
export function wholeText(path: string, before: string | undefined, text: string): readonly FileChange[] {
  if (before === text) return [];
  if (before === undefined) return [{ kind: 'create', path, text }];
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start < most && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  start = before.slice(0, start).lastIndexOf('\n') + 1;
  let same = 0;
  while (same < most - start && before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same))
    same++;
  const next = before.indexOf('\n', before.length - same);
  same = next === -1 ? 0 : before.length - next - 1;
  const span = { start, end: before.length - same };
  return [{ kind: 'edit', path, edits: [{ span, newText: text.slice(start, text.length - same) }] }];
}
