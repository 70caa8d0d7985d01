import path from 'node:path';
import { configurationPath, type DocumentPaths, pactkitConfigPaths } from '../documents/documentPaths.js';
import type { DocumentKind } from '../documents/document.js';
import type { FileSystem } from './ports.js';

/** The folders of documents, by the kind of what is in them. */
const foldersByKind = ({ specs, testCases, archive }: DocumentPaths): readonly (readonly [DocumentKind, string])[] => [
  ['spec', specs],
  ['testCase', testCases],
  ['archive', archive],
];

const foldersOf = (paths: DocumentPaths): string[] => foldersByKind(paths).map(([, folder]) => folder);

const filesOf = (paths: DocumentPaths): string[] => [
  paths.board,
  paths.context,
  paths.lessons,
  paths.governanceRules,
  ...pactkitConfigPaths,
  configurationPath,
];

/** Paths are relative to the root, with `/`. */
export interface ListedDocuments {
  /**
   * Every path at which a project may have a document: what its folders hold, folders included (one may be named like a spec),
   * and the places of single files, whether or not there is a file.
   */
  readonly paths: readonly string[];
  /** Folders of documents that are there and cannot be listed. */
  readonly unlisted: ReadonlyMap<string, UnlistedFolder>;
}

export interface UnlistedFolder {
  /** Of the documents that are looked for in it. */
  readonly kind: DocumentKind;
  /** Why, as half a sentence without full stop. */
  readonly problem: string;
}

/** Looks for the places of a project's documents. */
export async function listDocuments(files: FileSystem, root: string, paths: DocumentPaths): Promise<ListedDocuments> {
  const found = new Set(filesOf(paths));
  const unlisted = new Map<string, UnlistedFolder>();
  for (const [kind, folder] of foldersByKind(paths)) {
    const { entries, problem } = await files.list(path.join(root, ...folder.split('/')));
    for (const { name } of entries) found.add(`${folder}/${name}`);
    if (problem !== undefined) unlisted.set(folder, { kind, problem });
  }
  return { paths: [...found], unlisted };
}

/** Whether a path is a folder that documents are in or below. */
export function mayHoldDocuments(folder: string, paths: DocumentPaths): boolean {
  return (
    foldersOf(paths).includes(folder) ||
    [...foldersOf(paths), ...filesOf(paths)].some((place) => place.startsWith(`${folder}/`))
  );
}
