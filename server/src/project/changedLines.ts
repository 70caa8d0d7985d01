import { UsageError } from '../base/usageError.js';
import type { Machine } from '../workspace/machine.js';
import type { CodeFolder } from './codeFolder.js';

/**
 * The lines of files that differ from a commit, from 0, as git counts them. Of a file that git does not track they are all its lines.
 *
 * @param base a commit.
 * @param files relative to the root.
 * @returns by path; `all` for a file that is new.
 * @throws UsageError where git fails.
 */
export async function changedLinesSince(
  machine: Machine,
  { root }: Pick<CodeFolder, 'root'>,
  base: string,
  files: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ReadonlySet<number> | 'all'>> {
  if (files.length === 0) return new Map();
  const options = [
    '--unified=0',
    '--no-color',
    '--no-ext-diff',
    '--no-textconv',
    '--no-renames',
    '--relative',
    '--src-prefix=a/',
  ];
  const args = ['-c', 'core.quotePath=false', 'diff', ...options, '--dst-prefix=b/', base, '--', ...files.map(literal)];
  const answer = await machine.runGit(root, args, signal);
  if (answer.kind !== 'answer') throw new UsageError(answer.message);
  const found = new Map<string, Set<number>>();
  let lines: Set<number> | undefined;
  for (const line of answer.value.split('\n')) {
    const [, path] = /^\+\+\+ (?:b\/)?(.*?)\t?$/u.exec(line) ?? [];
    if (path !== undefined) found.set(path, (lines = new Set()));
    const [, first, many] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/u.exec(line) ?? [];
    for (let at = 0; lines && first !== undefined && at < Number(many ?? '1'); at++) lines.add(Number(first) - 1 + at);
  }
  return new Map(files.map((file) => [file, found.get(file) ?? 'all']));
}

const literal = (file: string): string => `:(literal)${file}`;
