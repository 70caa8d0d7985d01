import type { DocumentKind } from '../documents/document.js';
import { kindsNeededFor } from '../rules/consults.js';
import { type Configuration, defaultConfiguration } from '../workspace/configuration.js';
import type { DocumentStore } from '../workspace/documentStore.js';
import type { ProjectIndex } from '../workspace/index.js';
import { findLooseSpecs, type Targets } from './lintTargets.js';
import { OpenedProject, type ProjectPorts } from './openProject.js';
import { isWithin } from '../base/within.js';
import { relativePath } from '../base/relativePath.js';

export interface LoadedTarget {
  /** Its documents are read. */
  readonly opened: OpenedProject;
  readonly within: readonly string[] | undefined;
  /** What was and is to be kept of its documents. */
  readonly store?: DocumentStore;
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
  ports: ProjectPorts,
  warn: (text: string) => void,
  whole: boolean,
): Promise<LoadedTarget[]> {
  const otherRoots = targets.map(({ root }) => root);
  const loaded: LoadedTarget[] = [];
  for (const { root, within } of targets) {
    const store = await ports.openStore?.(root);
    const opened = new OpenedProject(ports, {
      root,
      otherRoots,
      ...(store ? { store } : {}),
      ...(configuration ? { configuration } : {}),
      ...(within && !whole ? { kindsToRead: neededFor(isWithin(root, within)) } : {}),
    });
    await opened.index.load();
    loaded.push({ opened, within, ...(store ? { store } : {}) });
  }
  for (const wanted of paths) {
    if (loaded.some(({ opened }) => hasDocumentAt(opened.index, wanted))) continue;
    const loose = await findLooseSpecs(wanted, ports.files);
    if (!loose) {
      warn(`nothing to check in ${wanted}: it contains no project document and no spec`);
      continue;
    }
    const own: Configuration = { ...(configuration ?? defaultConfiguration), paths: loose.paths };
    const opened = new OpenedProject(ports, { root: loose.root, otherRoots: [], configuration: own });
    await opened.index.load();
    loaded.push({ opened, within: [wanted] });
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
