import { defaultDocumentPaths, type DocumentPaths } from './documentPaths.js';
import { type DocumentKind, registeredKinds } from './registry.js';

/**
 * The kind of the document at a path, by the path alone; undefined if there is none. Only files directly in a folder count.
 *
 * @param path relative to the project root, with `/`.
 */
export function documentKindOf(path: string, paths: DocumentPaths = defaultDocumentPaths): DocumentKind | undefined {
  return registeredKinds.at(path, paths)?.name;
}

/** The item a spec or test case is about, by its file name; undefined if that is no item id. */
export function itemOf(kind: DocumentKind, path: string): string | undefined {
  return registeredKinds.get(kind).itemOf?.(path);
}
