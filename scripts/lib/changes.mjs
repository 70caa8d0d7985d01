// What differs from another commit, files that git does not know yet included.
import { cleanEnvironment, run } from './processes.mjs';
import { repository } from './repository.mjs';

/**
 * @param {string} base a commit
 * @returns {Promise<readonly string[] | undefined>} paths from the root, with `/`; undefined where there is no such commit
 */
export async function changedSince(base) {
  const changed = await git('diff', '--name-only', '-z', '--no-renames', base);
  const added = await git('ls-files', '--others', '--exclude-standard', '-z');
  return changed === undefined || added === undefined
    ? undefined
    : [...new Set(`${changed}${added}`.split('\0').filter((name) => name !== ''))].sort();
}

/**
 * The commit that was there before the work: the newest that `origin/main` shares with HEAD, or the one before HEAD where that is HEAD.
 * @returns {Promise<string | undefined>} undefined where there is none, as in a clone without history
 */
export async function landedBefore() {
  const [head, shared] = [await git('rev-parse', 'HEAD'), await git('merge-base', 'origin/main', 'HEAD')];
  const base =
    shared !== undefined && shared !== head ? shared : await git('rev-parse', '--verify', '--quiet', 'HEAD~');
  return base?.trim();
}

/** @returns {Promise<string>} empty where there is none */
export async function headCommit() {
  return (await git('rev-parse', '--verify', '--quiet', 'HEAD'))?.trim() ?? '';
}

/**
 * @param {readonly string[]} args
 * @returns {Promise<string | undefined>} what it says; undefined where it fails
 */
async function git(...args) {
  const { code, output } = await run('git', args, {
    cwd: repository,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return code === 0 ? output : undefined;
}
