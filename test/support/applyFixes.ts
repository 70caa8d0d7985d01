import { applyEdits, type TextEdit } from '../../server/src/markdown/textEdit.js';
import type { Fix } from '../../server/src/rules/finding.js';

interface FileText {
  readonly path: string;
  readonly text: string;
}

/**
 * The files after fixes, each given with the path of its own document: edits in order of place, those left out that overlap
 * one before; a file that two fixes create is created once.
 */
export function applyFixes(
  files: readonly FileText[],
  fixes: readonly { readonly path: string; readonly fix: Fix }[],
): FileText[] {
  const edits = new Map<string, TextEdit[]>();
  const edit = (path: string, some: readonly TextEdit[]): void => {
    edits.set(path, [...(edits.get(path) ?? []), ...some]);
  };
  const created = new Map<string, string>();
  const renamed = new Map<string, string>();
  for (const { path, fix } of fixes) {
    edit(path, fix.edits);
    for (const change of fix.others ?? []) {
      if (change.kind === 'edit') edit(change.path, change.edits);
      else if (change.kind === 'create') created.set(change.path, created.get(change.path) ?? change.text);
      else if (change.kind === 'rename') renamed.set(change.path, change.newPath);
      else throw new Error(`a fix deletes ${change.path}`);
    }
  }
  for (const [path, some] of edits)
    if (some.length > 0 && !files.some((file) => file.path === path))
      throw new Error(`a fix edits ${path}, which is not there`);
  const changed = files.map((file) => ({
    ...file,
    path: renamed.get(file.path) ?? file.path,
    text: applyApart(file.text, edits.get(file.path) ?? []),
  }));
  for (const path of created.keys())
    if (changed.some((file) => file.path === path)) throw new Error(`a fix creates ${path}, which is there`);
  return [...changed, ...Array.from(created, ([path, text]) => ({ path, text }))];
}

function applyApart(text: string, edits: readonly TextEdit[]): string {
  let end = -1;
  return applyEdits(
    text,
    [...edits]
      .sort((a, b) => a.span.start - b.span.start)
      .filter(({ span }) => {
        if (span.start < end) return false;
        end = Math.max(end, span.end);
        return true;
      }),
  );
}
