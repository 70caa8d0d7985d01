/** A file of a diff as git and forges print it. Lines count from 0. */
export interface DiffFile {
  /** As it is called afterwards; before, where it is gone. */
  readonly path: string;
  readonly kind: 'added' | 'deleted' | 'changed';
  readonly added: readonly DiffLine[];
  readonly removed: readonly DiffLine[];
}

export interface DiffLine {
  readonly line: number;
  readonly text: string;
}

interface Draft extends Omit<DiffFile, 'added' | 'removed'> {
  path: string;
  kind: DiffFile['kind'];
  readonly added: DiffLine[];
  readonly removed: DiffLine[];
}

/** Reads a unified diff; what is none of it is left out. Never throws. */
export function readUnifiedDiff(text: string): readonly DiffFile[] {
  const files: Draft[] = [];
  let file: Draft | undefined;
  let [before, after, left, right] = [0, 0, 0, 0];
  for (const line of text.split('\n')) {
    // Inside a hunk a line may look like a heading: what is still due counts.
    if (left > 0 || right > 0) {
      const rest = line.slice(1).replace(/\r$/u, '');
      if (line.startsWith('+')) {
        file?.added.push({ line: after++, text: rest });
        right--;
      } else if (line.startsWith('-')) {
        file?.removed.push({ line: before++, text: rest });
        left--;
      } else if (!line.startsWith('\\')) {
        before++;
        after++;
        left--;
        right--;
      }
      continue;
    }
    const [, name] = /^diff --git a\/.* b\/(.*)$/u.exec(line) ?? [];
    if (name !== undefined) files.push((file = { path: name, kind: 'changed', added: [], removed: [] }));
    else if (file && /^new file mode/u.test(line)) file.kind = 'added';
    else if (file && /^deleted file mode/u.test(line)) file.kind = 'deleted';
    // The heading does not tell where a name with ` b/` in it begins.
    const [, whole] = /^\+\+\+ b\/(.*?)\t?\r?$/u.exec(line) ?? [];
    if (file && whole !== undefined) file.path = whole;
    const [, from, many = '1', to, more = '1'] = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    [before, after, left, right] = [Number(from) - 1, Number(to) - 1, Number(many), Number(more)];
  }
  return files;
}
