import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { GitAnswer, GitRepository, IgnorePattern } from '../../workspace/ports.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** @throws the signal's reason once it is aborted. */
export async function readIgnoredPaths(
  run: RunGit,
  { top }: GitRepository,
  folders: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly string[]>> {
  const where = folders.map((folder) => `:(top,literal)${folder}`);
  const args = ['ls-files', '--others', '--ignored', '--exclude-standard', '-z', '--', ...where];
  const output = await outputOf(run, { folder: top, args, signal });
  if (output.kind !== 'answer') return output;
  return { kind: 'answer', value: output.value.split('\0').filter((file) => file !== '') };
}

/** @throws the signal's reason once it is aborted. */
export async function readIgnorePatterns(
  run: RunGit,
  { top }: GitRepository,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ReadonlyMap<string, IgnorePattern>>> {
  if (paths.length === 0) return { kind: 'answer', value: new Map() };
  const input = paths.map((file) => `${file}\0`).join('');
  const args = ['check-ignore', '--verbose', '-z', '--stdin'];
  // It ends with 1 where nothing is ignored.
  const output = await outputOf(run, { folder: top, args, input, fine: [1], signal });
  if (output.kind !== 'answer') return output;
  const parts = output.value.split('\0');
  if (parts.pop() !== '' || parts.length % 4 !== 0) return unreadable('check-ignore');
  const found = new Map<string, IgnorePattern>();
  const times = new Map<string, number | undefined>();
  for (let at = 0; at < parts.length; at += 4) {
    const [file = '', line, pattern = '', ignored = ''] = parts.slice(at, at + 4);
    if (!times.has(file)) times.set(file, await writtenAt(path.resolve(top, file)));
    const time = times.get(file);
    found.set(ignored, { file, line: Number(line), pattern, ...(time === undefined ? {} : { writtenAt: time }) });
  }
  return { kind: 'answer', value: found };
}

const writtenAt = (file: string): Promise<number | undefined> =>
  stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
