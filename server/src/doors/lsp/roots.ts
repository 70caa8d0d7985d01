import path from 'node:path';
import { FileChangeType } from 'vscode-languageserver';
import { findProjects } from '../../workspace/findProjects.js';
import { isBelowFolderNotLookedInto } from '../../workspace/foldersNotLookedInto.js';
import type { FileSystem } from '../../workspace/ports.js';
import { relativePath } from '../../base/relativePath.js';
import { isInside, toPath } from './uris.js';

/** A change of a file on disk, as the editor's watcher tells it. */
export interface FileChange {
  readonly uri: string;
  readonly type: FileChangeType;
}

/** The project roots in workspace folders, each once, in order. @throws the signal's reason once it is aborted. */
export async function findRoots(
  folders: readonly string[],
  files: FileSystem,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const folderPath = toPath(folder);
    if (folderPath !== undefined) found.push(...(await findProjects(folderPath, files, signal)));
  }
  return [...new Set(found)].sort();
}

/**
 * Whether a change on disk may have made or unmade a project root.
 *
 * @param roots those known so far.
 * @param folders URIs of the workspace folders.
 */
export async function rootsMayDiffer(
  { uri, type }: FileChange,
  roots: readonly string[],
  folders: readonly string[],
  files: FileSystem,
): Promise<boolean> {
  const file = toPath(uri);
  if (file === undefined) return false;
  if (type === FileChangeType.Deleted && roots.some((root) => root === file || isInside(file, root))) return true;
  const name = file.split(path.sep).join('/');
  const rootOf = /^(.*)\/(?:docs\/specs\/[^/]+|\.pactwright\/config\.yaml)$/.exec(name)?.[1];
  if (rootOf !== undefined)
    return (
      roots.every((root) => root.split(path.sep).join('/') !== rootOf) ||
      (type === FileChangeType.Deleted && name.endsWith('.yaml'))
    );
  if (/\/(docs|docs\/specs|\.pactwright)$/.test(name)) return true;
  // A folder that was moved here may hold whole projects, where they are looked for.
  return (
    type === FileChangeType.Created &&
    folders.some((folder) => mayHoldProjects(toPath(folder) ?? file, file)) &&
    !/\.(md|feature|ya?ml|json)$/i.test(name) &&
    (await files.kindOf(file)) === 'folder'
  );
}

/** Whether projects are looked for in what has this path below a workspace folder. */
function mayHoldProjects(folder: string, file: string): boolean {
  const inside = relativePath(folder, file);
  return inside !== undefined && inside !== '' && !/(?:^|\/)\./.test(inside) && !isBelowFolderNotLookedInto(inside);
}
