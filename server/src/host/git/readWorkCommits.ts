import type { GitAnswer, GitRepository, LoggedWorkCommit, WantedWorkCommits } from '../../workspace/ports.js';
import { isHash, outputOf, unreadable } from './output.js';
import { rawLog } from './readLog.js';
import type { RunGit } from './runGit.js';

const fields = ['%H', '%m', '%P', '%T', '%at', '%ct', '%an', '%s', '%b', '%(trailers:only,unfold)'];

const format = ['--date-order', ...rawLog, `--format=${fields.join('%x00')}`];

/** @throws the signal's reason once it is aborted. */
export async function readWorkCommits(
  run: RunGit,
  { top }: GitRepository,
  { tips, without = [], downTo, naming }: WantedWorkCommits,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly LoggedWorkCommit[]>> {
  const from = tips.filter(isHash);
  if (from.length === 0) return { kind: 'answer', value: [] };
  const stop = without.filter(isHash).map((hash) => `^${hash}`);
  // Its parents: git reads `^@` so.
  if (downTo !== undefined && isHash(downTo)) stop.push(`^${downTo}^@`);
  const only = naming === undefined ? [] : ['--fixed-strings', `--grep=${naming}`];
  const output = await outputOf(run, {
    folder: top,
    args: ['log', '--ignore-missing', '--stdin', ...(without.length > 0 ? ['--boundary'] : []), ...only, ...format],
    input: [...from, ...stop, ''].join('\n'),
    signal,
  });
  if (output.kind !== 'answer') return output;
  const commits = parse(output.value);
  return commits ? { kind: 'answer', value: commits } : unreadable('log');
}

/** Each commit is its fields and then, for each file, what changed and its path; all end with a NUL. */
function parse(output: string): readonly LoggedWorkCommit[] | undefined {
  const parts = output.split('\0');
  // What is behind the last NUL.
  if (parts.pop() !== '') return undefined;
  const commits: LoggedWorkCommit[] = [];
  let paths: string[] = [];
  for (let at = 0; at < parts.length;) {
    if (/^\n?:/.test(parts[at] ?? '')) {
      paths.push(parts[at + 1] ?? '');
      at += 2;
      continue;
    }
    paths = [];
    const commit = toCommit(parts.slice(at, at + fields.length), paths);
    if (!commit) return undefined;
    commits.push(commit);
    at += fields.length;
  }
  return commits;
}

function toCommit(parts: readonly string[], paths: readonly string[]): LoggedWorkCommit | undefined {
  const [
    start = '',
    mark,
    parents = '',
    tree = '',
    authored,
    committed,
    author = '',
    subject = '',
    body = '',
    trailers,
  ] = parts;
  const hash = start.replace(/^\n/, '');
  if (!isHash(hash) || !isHash(tree) || trailers === undefined) return undefined;
  return {
    hash,
    parents: parents === '' ? [] : parents.split(' '),
    tree,
    isEdge: mark === '-',
    authoredAt: Number(authored) * 1000,
    committedAt: Number(committed) * 1000,
    author,
    subject,
    body,
    trailers,
    paths,
  };
}
