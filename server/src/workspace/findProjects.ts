import path from 'node:path';
import { configurationPath, defaultSpecsFolder } from '../documents/projectMarks.js';
import { foldersNotLookedInto } from './foldersNotLookedInto.js';
import type { FileSystem } from './ports.js';

/** A monorepo's packages are two or three levels down; what lies deeper is looked at when it is opened by itself. */
const deepest = 6;

/** A walk this long is in a home folder or a whole disk, and is given up. */
const mostFolders = 20_000;

type OnUnlisted = (folder: string, problem: string) => void;

/**
 * The project roots at or below a folder: folders with `docs/specs` or `.pactwright/config.yaml`. Hidden folders, links and
 * folders of built or installed files are not entered.
 *
 * @param onUnlisted called with each folder that cannot be listed, and why.
 * @returns absolute paths in order; a root inside another root is one of its own.
 */
export async function findProjects(
  folder: string,
  files: FileSystem,
  signal?: AbortSignal,
  onUnlisted: OnUnlisted = () => undefined,
): Promise<readonly string[]> {
  const roots: string[] = [];
  let waiting = [path.resolve(folder)];
  let seen = 0;
  for (let depth = 0; depth <= deepest && waiting.length > 0; depth++) {
    const next: string[] = [];
    for (const current of waiting) {
      signal?.throwIfAborted();
      if (seen++ >= mostFolders) return roots.sort();
      const folders = new Set<string>();
      const { entries, problem } = await files.list(current);
      if (problem !== undefined) onUnlisted(current, problem);
      for (const { name, kind } of entries) if (kind === 'folder') folders.add(name);
      if (await isRoot(current, folders, files, onUnlisted)) roots.push(current);
      for (const name of folders)
        if (!name.startsWith('.') && !foldersNotLookedInto.has(name)) next.push(path.join(current, name));
    }
    waiting = next;
  }
  return roots.sort();
}

/** The nearest folder at or above `folder` that is a project root. */
export async function findProjectAbove(folder: string, files: FileSystem): Promise<string | undefined> {
  for (let current = path.resolve(folder); ; current = path.dirname(current)) {
    const { entries } = await files.list(current);
    const folders = new Set(entries.flatMap(({ name, kind }) => (kind === 'folder' ? [name] : [])));
    if (await isRoot(current, folders, files)) return current;
    if (path.dirname(current) === current) return undefined;
  }
}

async function isRoot(
  folder: string,
  folders: ReadonlySet<string>,
  files: FileSystem,
  onUnlisted?: OnUnlisted,
): Promise<boolean> {
  return (
    (await holds(folder, folders, defaultSpecsFolder, 'folder', files, onUnlisted)) ||
    (await holds(folder, folders, configurationPath, 'file', files, onUnlisted))
  );
}

/** Looks for a two-part path below a folder, without a look at the disk where its first part is not there. */
async function holds(
  folder: string,
  folders: ReadonlySet<string>,
  place: string,
  wanted: 'file' | 'folder',
  files: FileSystem,
  onUnlisted?: OnUnlisted,
): Promise<boolean> {
  const [first = '', last] = place.split('/');
  if (!folders.has(first)) return false;
  const inner = path.join(folder, first);
  const { entries, problem } = await files.list(inner);
  if (problem !== undefined) onUnlisted?.(inner, problem);
  return entries.some(({ name, kind }) => name === last && kind === wanted);
}
