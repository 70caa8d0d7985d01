import type { DocumentKind } from '../documents/document.js';
import { kindsNeededFor } from '../rules/consults.js';
import { type Configuration, defaultConfiguration } from '../workspace/configuration.js';
import { createProjectIndex, type ProjectIndex } from '../workspace/index.js';
import type { FileSystem } from '../workspace/ports.js';
import { findLooseSpecs, type Targets } from './lintTargets.js';
import { isWithin } from '../base/within.js';
import { relativePath } from '../base/relativePath.js';

export interface LoadedTarget {
  readonly index: ProjectIndex;
  readonly within: readonly string[] | undefined;
}

/**
 * Reads the projects; a path in which none of them has a document is looked at as specs without a project.
 *
 * @param whole all of each project is needed, whatever part of it was asked for.
 */
export async function loadTargets(
  { targets }: Targets,
  paths: readonly string[],
  configuration: Configuration | undefined,
  files: FileSystem,
  warn: (text: string) => void,
  whole: boolean,
): Promise<LoadedTarget[]> {
  const otherRoots = targets.map(({ root }) => root);
  const loaded: LoadedTarget[] = [];
  for (const { root, within } of targets) {
    const index = createProjectIndex({
      root,
      files,
      otherRoots,
      ...(configuration ? { configuration } : {}),
      ...(within && !whole ? { kindsToRead: neededFor(isWithin(root, within)) } : {}),
    });
    await index.load();
    loaded.push({ index, within });
  }
  for (const wanted of paths) {
    if (loaded.some(({ index }) => hasDocumentAt(index, wanted))) continue;
    const loose = await findLooseSpecs(wanted, files);
    if (!loose) {
      warn(`nothing to judge in ${wanted}: no document of a project and no spec is there`);
      continue;
    }
    const own: Configuration = { ...(configuration ?? defaultConfiguration), paths: loose.paths };
    const index = createProjectIndex({ root: loose.root, files, configuration: own });
    await index.load();
    loaded.push({ index, within: [wanted] });
  }
  return loaded;
}

/** The kinds of the documents that are asked for, and those their rules look at. */
const neededFor =
  (wanted: (file: string) => boolean) =>
  (kinds: ReadonlyMap<string, DocumentKind>): ReadonlySet<DocumentKind> => {
    const judged = new Set<DocumentKind>();
    for (const [file, kind] of kinds) if (wanted(file)) judged.add(kind);
    return kindsNeededFor(judged);
  };

function hasDocumentAt(index: ProjectIndex, wanted: string): boolean {
  const relative = relativePath(index.root, wanted);
  if (relative === '') return true;
  if (relative === undefined) return false;
  return (
    index.isIgnored(relative) ||
    index.project().documents.some(({ path: file }) => file === relative || file.startsWith(`${relative}/`))
  );
}
