import type { GitAnswer, GitRepository, LoggedCommit, WantedCommits } from '../../workspace/ports.js';
import { isHash, unreadable } from './output.js';
import { createLogParser, logFormat } from './parseLog.js';
import type { RunGit } from './runGit.js';

/** Whatever the user's configuration says, the output is the same; fields end with a NUL, and what changed follows them. */
const rawLog = [
  '--raw',
  '-z',
  '--no-abbrev',
  '--no-renames',
  '--no-relative',
  // Of a merge only what none of its parents has: https://git-scm.com/docs/git-log#_combined_diff_format.
  '--diff-merges=combined',
  '--ignore-submodules=none',
  '--encoding=UTF-8',
  '--no-show-signature',
  '--no-color',
];

/** What git is run with for a log; the commits to begin with, and after `^` those to stop at, go to its standard input. */
export function logArguments(most: number | undefined): readonly string[] {
  const limit = most === undefined ? [] : [`--max-count=${most}`];
  return ['log', ...limit, '--ignore-missing', '--stdin', ...rawLog, `--format=${logFormat}`];
}

/** @throws the signal's reason once it is aborted. */
export async function readLog(
  run: RunGit,
  { folder }: GitRepository,
  { tips, known = [], edges, downTo, naming, alone, most }: WantedCommits,
  take: (commit: LoggedCommit) => void,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<undefined>> {
  const commits = tips.filter(isHash);
  if (commits.length === 0) return { kind: 'answer', value: undefined };
  const stops = known.filter(isHash).map((hash) => `^${hash}`);
  // Its parents: git reads `^@` so.
  if (downTo !== undefined && isHash(downTo)) stops.push(`^${downTo}^@`);
  const options = [
    ...(edges ? ['--boundary'] : []),
    ...(naming === undefined ? [] : ['--date-order', '--fixed-strings', `--grep=${naming}`]),
    ...(alone ? ['--no-walk'] : []),
  ];
  const parser = createLogParser(take);
  const answer = await run({
    folder,
    args: [...logArguments(most), ...options],
    input: [...commits, ...stops, ''].join('\n'),
    take: (bytes) => parser.take(bytes),
    signal,
  });
  if (answer.kind !== 'answer') return answer;
  return parser.end() ? answer : unreadable('log');
}
