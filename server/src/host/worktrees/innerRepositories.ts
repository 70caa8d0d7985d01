import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import { relativePath } from '../../base/relativePath.js';
import { outputOf } from '../git/output.js';
import { readRepository } from '../git/readRepository.js';
import type { RunGit } from '../git/runGit.js';

/**
 * The repositories in folders that git ignores, as far as they hold something that is nowhere else: files that are not committed, or
 * commits that no remote branch has. Git removes a worktree without a look at them.
 *
 * @param ignored paths that git ignores, relative to the top of the worktree.
 * @returns their paths, relative to it.
 * @throws the signal's reason once it is aborted.
 */
export async function findLoadedRepositories(
  run: RunGit,
  { top }: GitRepository,
  ignored: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const loaded: string[] = [];
  // Where a folder ends without `/` it is a link, of which git removes nothing else.
  const inside = ignored.filter((one) => one.endsWith('/')).map((one) => path.join(top, one));
  for (const folder of await repositoriesBelow(inside))
    if (!(await isElsewhere(run, folder, top, signal))) loaded.push(path.relative(top, folder));
  return loaded.sort();
}

async function repositoriesBelow(folders: readonly string[]): Promise<readonly string[]> {
  const waiting = [...folders];
  const found: string[] = [];
  for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
    const within = at;
    const entries = await readdir(within, { withFileTypes: true }).catch(() => []);
    const names = new Set(entries.map(({ name }) => name));
    const isBare = names.has('HEAD') && names.has('objects') && names.has('refs');
    if (isBare || names.has('.git')) found.push(within);
    if (isBare) continue;
    for (const entry of entries)
      if (entry.isDirectory() && entry.name !== '.git') waiting.push(path.join(within, entry.name));
  }
  return found;
}

/** Whether all of it is elsewhere, too. What git cannot tell about is not. Nothing runs that its configuration names. */
async function isElsewhere(
  run: RunGit,
  folder: string,
  top: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const repository = await readRepository(run, folder, signal);
  if (repository.kind !== 'answer' || repository.value.prefix !== '') return false;
  const goesToo = relativePath(top, repository.value.commonFolder) !== undefined;
  const commits = goesToo ? ['--all', 'HEAD', '--not'] : ['HEAD', '--not', '--branches', '--tags'];
  const nothing = [
    ['rev-list', '--max-count=1', ...commits, '--remotes'],
    ['diff-index', '--cached', '--name-only', 'HEAD'],
    ['diff-files', '--name-only'],
    ['ls-files', '--others', '--exclude-standard'],
  ];
  for (const args of nothing) {
    const output = await outputOf(run, { folder, args, signal });
    if (output.kind !== 'answer' || output.value !== '') return false;
  }
  return true;
}
