import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { GitAnswer, GitRepository, UnwatchedFile } from '../../workspace/ports.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';
import { mayBeMarked } from './unwatchedMarks.js';

/** @throws the signal's reason once it is aborted. */
export async function readUnwatched(
  run: RunGit,
  { top, gitFolder }: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly UnwatchedFile[]>> {
  if (!(await mayBeMarked({ gitFolder }))) return { kind: 'answer', value: [] };
  const output = await outputOf(run, { folder: top, args: ['ls-files', '-v', '--stage', '-z'], signal });
  if (output.kind !== 'answer') return output;
  const isSparse = await exists(path.join(gitFolder, 'info', 'sparse-checkout'));
  const found: UnwatchedFile[] = [];
  for (const record of output.value.split('\0')) {
    // Small letters are files that are assumed unchanged, S those that are not looked at in the folder.
    if (!/^[a-zS] /.test(record)) continue;
    const [, tag, mode, blob, file] = /^(\S) (\d{6}) ([0-9a-f]+) \d\t([^]+)$/.exec(record) ?? [];
    if (mode === undefined || blob === undefined || file === undefined) return unreadable('ls-files');
    const leftOut = isSparse && tag === 'S' && !(await exists(path.join(top, file)));
    found.push({ path: file, mode, blob, ...(leftOut ? { leftOut } : {}) });
  }
  return { kind: 'answer', value: found };
}

const exists = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );
