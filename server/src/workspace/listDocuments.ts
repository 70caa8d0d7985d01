import path from 'node:path';
import { configurationPath, type DocumentPaths, pactkitConfigPaths } from '../documents/documentPaths.js';
import type { FileSystem } from './ports.js';

const foldersOf = (paths: DocumentPaths): string[] => [paths.specs, paths.testCases, paths.archive];

const filesOf = (paths: DocumentPaths): string[] => [
  paths.board,
  paths.context,
  paths.lessons,
  paths.governanceRules,
  ...pactkitConfigPaths,
  configurationPath,
];

/**
 * Every path at which a project may have a document: what its folders hold, folders included (one may be named like a spec),
 * and the places of single files, whether or not there is a file.
 *
 * @returns relative to the root, with `/`.
 */
export async function listDocuments(files: FileSystem, root: string, paths: DocumentPaths): Promise<readonly string[]> {
  const found = new Set(filesOf(paths));
  for (const folder of foldersOf(paths))
    for (const { name } of await files.list(path.join(root, ...folder.split('/')))) found.add(`${folder}/${name}`);
  return [...found];
}

/** Whether a path is a folder that documents are in or below. */
export function mayHoldDocuments(folder: string, paths: DocumentPaths): boolean {
  return (
    foldersOf(paths).includes(folder) ||
    [...foldersOf(paths), ...filesOf(paths)].some((place) => place.startsWith(`${folder}/`))
  );
}
