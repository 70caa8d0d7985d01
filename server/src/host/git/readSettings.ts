import type { GitAnswer } from '../../workspace/ports.js';
import { outputOf } from './output.js';
import { createRunGit } from './runGit.js';

const timeoutMilliseconds = 30_000;

/**
 * The settings of a section in a repository's own configuration, by name as git writes it (`merge.pactwright.driver`); of
 * several of a name, the last one, which counts.
 *
 * @param folder absolute.
 * @throws the signal's reason once it is aborted.
 */
export async function readSettings(
  folder: string,
  section: string,
  signal: AbortSignal,
): Promise<GitAnswer<ReadonlyMap<string, string>>> {
  const pattern = `^${section.replaceAll('.', '\\.')}\\.`;
  const output = await outputOf(
    createRunGit(timeoutMilliseconds, () => undefined),
    // 1: there are none.
    { folder, args: ['config', '--local', '-z', '--get-regexp', pattern], fine: [1], signal },
  );
  if (output.kind !== 'answer') return output;
  const entries = output.value.split('\0').filter((entry) => entry !== '');
  return {
    kind: 'answer',
    value: new Map(
      entries.map((entry) => {
        const end = entry.indexOf('\n');
        return end < 0 ? ([entry, ''] as const) : ([entry.slice(0, end), entry.slice(end + 1)] as const);
      }),
    ),
  };
}
