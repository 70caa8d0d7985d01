import type { Machine } from '../../workspace/machine.js';
import { runForOutput } from '../../workspace/processOutput.js';
import type { MarkOptions } from '../../documents/merge/marks.js';

/** Absolute paths. */
export type FilePaths = Readonly<Record<'base' | 'ours' | 'theirs', string>>;

/**
 * Merges three files into `ours` line by line, by git itself (git-merge-file(1)).
 *
 * @returns how many conflicts there are, or why the files are as they were: half a sentence without full stop.
 */
export async function mergeByLines(
  { base, ours, theirs }: FilePaths,
  marks: MarkOptions,
  { cwd, machine }: { readonly cwd: string; readonly machine: Machine },
): Promise<number | string> {
  const end = await runForOutput(machine.processes, {
    program: 'git',
    args: [
      'merge-file',
      `--marker-size=${marks.size}`,
      ...['-L', marks.ours, '-L', 'base', '-L', marks.theirs],
      ...[ours, base, theirs],
    ],
    folder: cwd,
    env: machine.places.env,
  });
  if (end.kind === 'notStarted') return end.message;
  // The exit code counts conflicts up to 127; beyond, it is that of a failure.
  return end.code !== null && end.code <= 127 ? end.code : end.errors.trim().split('\n')[0] || 'git merge-file failed';
}
