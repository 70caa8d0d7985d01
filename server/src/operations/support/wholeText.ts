import type { FileChange } from '../../workspace/fileChange.js';

/** Of a long text, so much is compared at once, which takes a fraction of the time of comparing characters. */
const block = 4096;

/** What makes a file hold a text: only the lines that differ, nothing if none does. @param before undefined if there is no file. */
export function wholeText(path: string, before: string | undefined, text: string): readonly FileChange[] {
  if (before === text) return [];
  if (before === undefined) return [{ kind: 'create', path, text }];
  const most = Math.min(before.length, text.length);
  let start = 0;
  while (start + block <= most && before.slice(start, start + block) === text.slice(start, start + block))
    start += block;
  while (start < most && before.charCodeAt(start) === text.charCodeAt(start)) start++;
  start = before.slice(0, start).lastIndexOf('\n') + 1;
  let same = 0;
  const isSameBefore = (end: number): boolean => {
    const [one, other] = [before, text].map((whole) => whole.slice(whole.length - end - block, whole.length - end));
    return one === other;
  };
  while (same + block <= most - start && isSameBefore(same)) same += block;
  while (same < most - start && before.charCodeAt(before.length - 1 - same) === text.charCodeAt(text.length - 1 - same))
    same++;
  const next = before.indexOf('\n', before.length - same);
  same = next === -1 ? 0 : before.length - next - 1;
  const span = { start, end: before.length - same };
  return [{ kind: 'edit', path, edits: [{ span, newText: text.slice(start, text.length - same) }] }];
}
