import path from 'node:path';
import { UsageError } from '../base/usageError.js';
import { findProjectAbove } from '../workspace/findProjects.js';
import { foldersNotLookedInto, isBelowFolderNotLookedInto } from '../workspace/foldersNotLookedInto.js';
import type { Machine } from '../workspace/machine.js';
import type { GitRepository } from '../workspace/ports.js';
import { textOf } from '../workspace/textOf.js';

/** Source code that is asked about: a project's, or that of any other folder. */
export interface CodeFolder {
  /** The project, else the top of the repository, else the folder itself; absolute. */
  readonly root: string;
  /** Undefined if there is none. */
  readonly repository: GitRepository | undefined;
  /** All files but those that git ignores, and dependencies and what is built; relative to the root, with `/`, sorted. */
  readonly paths: readonly string[];
}

/** @throws UsageError if git fails; the signal's reason */
export async function openCodeFolder(machine: Machine, folder: string, signal: AbortSignal): Promise<CodeFolder> {
  if ((await machine.files.kindOf(folder)) !== 'folder') throw new UsageError(`${folder} is not a folder`);
  const project = await findProjectAbove(folder, machine.files);
  const asked = await machine.git.repository(project ?? folder, signal);
  const repository = asked.kind === 'answer' ? asked.value : undefined;
  const root = project ?? repository?.top ?? folder;
  const paths = repository ? await trackedPaths(machine, root, signal) : await walkedPaths(machine, root, signal);
  return { root, repository, paths: paths.filter((one) => !isBelowFolderNotLookedInto(one)).sort() };
}

const maxTextBytes = 1024 * 1024;

/** Reads files of a folder; undefined for what is no text, too large, or is outside of it. */
export async function codeTexts(
  { files }: Pick<Machine, 'files'>,
  root: string,
): Promise<(file: string) => Promise<string | undefined>> {
  const within = (await files.realPath(root)) ?? root;
  return async (file) => {
    await files.turn?.();
    return textOf(await files.read(path.join(root, ...file.split('/')), { within, maxBytes: maxTextBytes }));
  };
}

/**
 * The files that differ from a commit in the folder, those that are new and not ignored with them; relative to the root.
 *
 * @throws UsageError if there is no repository, or no such commit.
 */
export async function changedPaths(
  machine: Machine,
  { root, repository }: CodeFolder,
  base: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (!repository) throw new UsageError(`${root} is not in a git repository: name the files`);
  if (base.startsWith('-')) throw new UsageError(`"${base}" is no commit`);
  const options = ['--name-only', '--no-renames', '--no-ext-diff', '--relative', '-z'];
  const isUnborn = await isBeforeFirst(machine, repository, base, signal);
  const asked = isUnborn ? ['ls-files', '-z', '--cached'] : ['diff', ...options, base, '--', '.'];
  const changed = await linesOfGit(machine, root, asked, signal);
  const added = await linesOfGit(machine, root, ['ls-files', '-z', '--others', '--exclude-standard'], signal);
  return [...new Set([...changed, ...added])].sort();
}

/** Before the first commit there is no `HEAD`: every file is new. */
export async function isBeforeFirst(
  { git }: Pick<Machine, 'git'>,
  repository: GitRepository,
  base: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (base !== 'HEAD') return false;
  const refs = await git.refs(repository, signal);
  return refs.kind === 'answer' && refs.value.head.commit === undefined;
}

async function trackedPaths(machine: Machine, root: string, signal: AbortSignal): Promise<readonly string[]> {
  // With a letter and a space before each: what is deleted is listed once more, as `R`.
  const listed = ['ls-files', '-z', '-t', '--cached', '--others', '--deleted', '--exclude-standard'];
  const found = await linesOfGit(machine, root, listed, signal);
  const gone = new Set(found.flatMap((line) => (line.startsWith('R ') ? [line.slice(2)] : [])));
  return [...new Set(found.map((line) => line.slice(2)))].filter((one) => !gone.has(one));
}

async function linesOfGit(
  machine: Machine,
  root: string,
  args: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const answer = await machine.runGit(root, args, signal);
  if (answer.kind !== 'answer') throw new UsageError(answer.message);
  return answer.value.split('\0').filter((line) => line !== '');
}

/** More is a home folder or a whole disk. */
const mostFolders = 20_000;

async function walkedPaths(machine: Machine, root: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  const waiting = [''];
  for (
    let seen = 0, folder = waiting.pop();
    folder !== undefined && seen < mostFolders;
    seen++, folder = waiting.pop()
  ) {
    signal.throwIfAborted();
    const { entries } = await machine.files.list(path.join(root, ...folder.split('/')));
    for (const { name, kind } of entries) {
      const place = folder === '' ? name : `${folder}/${name}`;
      if (kind === 'file') found.push(place);
      else if (kind === 'folder' && !foldersNotLookedInto.has(name)) waiting.push(place);
    }
  }
  return found;
}
