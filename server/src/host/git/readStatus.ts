import type { GitAnswer, GitRepository, GitStatus } from '../../workspace/ports.js';
import { withoutFilters } from './filterOverrides.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** How many fields are before the path, by the record's first character. */
const fieldsBefore: ReadonlyMap<string, number> = new Map([
  ['1', 8],
  ['u', 10],
  ['?', 1],
  ['!', 1],
]);

// Looking into submodules means running git in each of them.
const options = [
  '--porcelain=v2',
  '-z',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
  '--no-renames',
];

/** @throws the signal's reason once it is aborted. */
export async function readStatus(
  run: RunGit,
  { folder }: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<GitStatus>> {
  const filters = await withoutFilters(run, folder, signal);
  if (filters.kind !== 'answer') return filters;
  const config = filters.value;
  const output = await outputOf(run, { folder, args: ['status', ...options, '--', '.'], config, signal });
  if (output.kind !== 'answer') return output;
  const changed: string[] = [];
  const ignored: string[] = [];
  const nested: string[] = [];
  for (const record of output.value.split('\0')) {
    if (record === '' || record.startsWith('#')) continue;
    const fields = fieldsBefore.get(record.charAt(0));
    if (fields === undefined) return unreadable('status');
    const path = record.slice(placeBehind(record, fields));
    if (record.startsWith('!')) ignored.push(path);
    // A folder is another repository inside this one.
    else (path.endsWith('/') ? nested : changed).push(path);
  }
  return { kind: 'answer', value: { changed, ignored, nested } };
}

/** Where a path begins that is behind so many fields, each with a space behind it. */
function placeBehind(record: string, fields: number): number {
  let place = 0;
  for (let field = 0; field < fields; field++) place = record.indexOf(' ', place) + 1;
  return place;
}
