import type { GitAnswer, GitRepository, TreeChange, TreePair } from '../../workspace/ports.js';
import { emptyTreeLike } from '../../workspace/work/emptyTree.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';
import type { Scratch } from './scratch.js';

const options = ['-r', '--raw', '-z', '--no-renames', '--no-abbrev', '--no-relative', '--ignore-submodules=none'];

/** @throws the signal's reason once it is aborted. */
export async function readDifferences(
  run: RunGit,
  scratch: Scratch,
  repository: GitRepository,
  pairs: readonly TreePair[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly (readonly TreeChange[])[]>> {
  const lines = pairs.map(({ before, after }) => {
    const empty = emptyTreeLike(before ?? after ?? '');
    return `${before ?? empty} ${after ?? empty}`;
  });
  if (lines.length === 0) return { kind: 'answer', value: [] };
  const output = await scratch.withObjects(repository, (places) =>
    outputOf(run, {
      folder: repository.top,
      args: ['diff-tree', '--stdin', ...options],
      input: [...lines, ''].join('\n'),
      places,
      signal,
    }),
  );
  if (output.kind !== 'answer') return output;
  const found = parse(output.value, lines);
  return found ? { kind: 'answer', value: found } : unreadable('diff-tree');
}

/** For each pair its line as it was asked for, then for each file what changed and, behind a NUL, its path. */
function parse(output: string, lines: readonly string[]): readonly (readonly TreeChange[])[] | undefined {
  const found: TreeChange[][] = [];
  const fields = output.split('\0');
  for (let at = 0; at < fields.length; at++) {
    let field = fields[at] ?? '';
    for (let end = field.indexOf('\n'); !field.startsWith(':') && end !== -1; end = field.indexOf('\n')) {
      if (field.slice(0, end) !== lines[found.length]) return undefined;
      found.push([]);
      field = field.slice(end + 1);
    }
    if (field === '') continue;
    const change = toChange(field, fields[++at] ?? '');
    const list = found.at(-1);
    if (!change || !list) return undefined;
    list.push(change);
  }
  return found.length === lines.length ? found : undefined;
}

/** `:100644 100644 <before> <after> M`; mode 000000 is that of no file. */
function toChange(record: string, path: string): TreeChange | undefined {
  const parts = /^:(\d{6}) (\d{6}) ([0-9a-f]+) ([0-9a-f]+) [A-Z]$/.exec(record);
  if (!parts || path === '') return undefined;
  const [, modeBefore = '', modeAfter = '', blobBefore = '', blobAfter = ''] = parts;
  return {
    path,
    ...(modeBefore === noFile ? {} : { modeBefore, blobBefore }),
    ...(modeAfter === noFile ? {} : { modeAfter, blobAfter }),
  };
}

const noFile = '000000';
