import path from 'node:path';
import { type DocumentKinds, isNestedFolder, type Places } from '../documents/documentKinds.js';
import type { FileSystem } from './ports.js';

/** Paths are relative to the root, with `/`. */
export interface ListedDocuments<Kind extends string> {
  /**
   * Every path at which a project may have a document: what its folders hold, folders included (one may be named like a spec),
   * and the places of single files, whether or not there is a file.
   */
  readonly paths: readonly string[];
  /** Folders of documents that are there and cannot be listed. */
  readonly unlisted: ReadonlyMap<string, UnlistedFolder<Kind>>;
}

export interface UnlistedFolder<Kind extends string> {
  /** Of the documents that are looked for in it. */
  readonly kind: Kind;
  /** Why, as half a sentence without full stop. */
  readonly problem: string;
}

/** Looks for the places of a project's documents. */
export async function listDocuments<Kind extends string>(
  files: FileSystem,
  root: string,
  places: Places,
  kinds: DocumentKinds<Kind>,
): Promise<ListedDocuments<Kind>> {
  const found = new Set(kinds.files(places));
  const unlisted = new Map<string, UnlistedFolder<Kind>>();
  for (const { kind, folder } of kinds.folders(places)) {
    const { entries, problem } = await files.list(path.join(root, ...folder.split('/')));
    for (const { name } of entries) found.add(`${folder}/${name}`);
    if (problem !== undefined) unlisted.set(folder, { kind, problem });
  }
  for (const { kind, folder, below } of kinds.nested) {
    const { entries, problem } = await files.list(path.join(root, folder));
    if (problem !== undefined) unlisted.set(folder, { kind, problem });
    for (const { name, kind: entry } of entries) {
      if (entry !== 'folder') continue;
      const inner = `${folder}/${name}/${below}`;
      const listed = await files.list(path.join(root, ...inner.split('/')));
      for (const one of listed.entries) found.add(`${inner}/${one.name}`);
      if (listed.problem !== undefined) unlisted.set(inner, { kind, problem: listed.problem });
    }
  }
  return { paths: [...found], unlisted };
}

/** Whether a path is a folder that documents are in or below. */
export function mayHoldDocuments(folder: string, places: Places, kinds: DocumentKinds): boolean {
  const folders = kinds.folders(places).map((one) => one.folder);
  return (
    kinds.nested.some((place) => isNestedFolder(folder, place) !== undefined) ||
    folders.includes(folder) ||
    [...folders, ...kinds.files(places)].some((place) => place.startsWith(`${folder}/`))
  );
}
