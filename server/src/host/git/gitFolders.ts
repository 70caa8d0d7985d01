import path from 'node:path';
import { isErrorCode } from '../../base/errors.js';
import type { GitRepository } from '../../workspace/ports.js';
import { lstat, readText, realpath, stat } from '../quickFiles.js';

/** A worktree, and where git keeps what it knows of it. */
export type GitFolders = Pick<GitRepository, 'top' | 'gitFolder' | 'commonFolder'>;

/** As git looks for them: upwards, for a folder `.git` or a file that says where it is. */
export async function findGitFolders(folder: string): Promise<GitFolders | undefined> {
  for (let top = path.resolve(folder); ; top = path.dirname(top)) {
    const gitFolder = await gitFolderIn(top);
    if (gitFolder !== undefined) {
      const common = (await textOf(path.join(gitFolder, 'commondir'))).trim();
      return { top, gitFolder, commonFolder: path.resolve(gitFolder, common) };
    }
    if (top === path.dirname(top)) return undefined;
  }
}

async function gitFolderIn(top: string): Promise<string | undefined> {
  const place = path.join(top, '.git');
  const found = await stat(place).catch(() => undefined);
  // One without it is no repository to git, which looks further up.
  if (found?.isDirectory())
    return lstat(path.join(place, 'HEAD')).then(
      () => place,
      () => undefined,
    );
  const pointer = found?.isFile() ? /^gitdir: (.*)$/mu.exec(await textOf(place))?.[1]?.trim() : undefined;
  return pointer === undefined ? undefined : path.resolve(top, pointer);
}

/**
 * The repository of a folder, found without starting git.
 *
 * @returns `none` if the folder is in no repository; undefined if git has to be asked: there is something that may be one, it is another
 * user's, or settings say where its files are.
 */
export async function repositoryByFiles(folder: string): Promise<GitRepository | 'none' | undefined> {
  try {
    const at = await realpath(folder);
    const found = await findGitFolders(at);
    if (!found) return (await isFarFromGit(at)) ? 'none' : undefined;
    const { top } = found;
    const [gitFolder, commonFolder] = await Promise.all(
      [found.gitFolder, found.commonFolder].map((one) => realpath(one)),
    );
    if (gitFolder === undefined || commonFolder === undefined) return undefined;
    const parts = path.relative(top, at).split(path.sep);
    const prefix = parts.map((part) => (part === '' ? '' : `${part}/`)).join('');
    const isCertain =
      (await isOwn([top, path.join(top, '.git'), gitFolder])) &&
      (await isOneTree(top, at)) &&
      (await isWhole(gitFolder, commonFolder)) &&
      (await isUsual(commonFolder));
    return isCertain ? { folder, prefix, top, gitFolder, commonFolder } : undefined;
  } catch {
    return undefined;
  }
}

/** Whether neither a folder nor one above it has anything that git would look at: a `.git`, or the `HEAD` of a bare repository. */
async function isFarFromGit(at: string): Promise<boolean> {
  if (!(await stat(at)).isDirectory()) return false;
  for (let folder = at; ; folder = path.dirname(folder)) {
    for (const name of ['.git', 'HEAD'])
      try {
        await lstat(path.join(folder, name));
        return false;
      } catch (error) {
        if (!isErrorCode(error, 'ENOENT')) return false;
      }
    if (folder === path.dirname(folder)) return true;
  }
}

/** Whether the worktree is where the repository's `.git` is, whatever its settings. */
export async function isUsual(commonFolder: string): Promise<boolean> {
  const config = await readText(path.join(commonFolder, 'config')).catch(() => 'worktree');
  return !/\bworktree(?:config)?\b|\bbare\b(?!\s*=\s*false\b)/iu.test(config);
}

/** Git takes only what the user owns; on Windows there is more to that. */
async function isOwn(places: readonly string[]): Promise<boolean> {
  const user = process.geteuid?.();
  const owners = await Promise.all(places.map(async (place) => (await lstat(place)).uid));
  return owners.every((owner) => owner === user);
}

/** Whether nothing on the way up ends git's search before the top: another file system, or a repository without worktree. */
async function isOneTree(top: string, at: string): Promise<boolean> {
  const [first, last] = await Promise.all([stat(top), stat(at)]);
  if (!last.isDirectory() || first.dev !== last.dev) return false;
  for (let below = at; below !== top; below = path.dirname(below))
    if (await lstat(path.join(below, 'HEAD')).catch(() => undefined)) return false;
  return true;
}

/** Whether git takes it for a repository. */
async function isWhole(gitFolder: string, commonFolder: string): Promise<boolean> {
  const folders = await Promise.all(['objects', 'refs'].map((name) => stat(path.join(commonFolder, name))));
  const head = await readText(path.join(gitFolder, 'HEAD'));
  return folders.every((one) => one.isDirectory()) && /^(?:ref: refs\/|[0-9a-f]{40})/u.test(head);
}

/** @returns nothing if there is no such file. */
export function textOf(file: string): Promise<string> {
  return readText(file).catch(() => '');
}

/** @returns undefined if git has to be asked: it is a link to a branch, as git makes it with `core.preferSymlinkRefs`. */
export async function headText(gitFolder: string): Promise<string | undefined> {
  const file = path.join(gitFolder, 'HEAD');
  const isPlain = await lstat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  return isPlain ? (await textOf(file)).trim() : undefined;
}
