import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { configurationPath, defaultDocumentPaths, type DocumentPaths } from '../../documents/documentPaths.js';
import { documentKindOf } from '../../documents/documentKind.js';
import { type MergedKind, mergedKinds } from '../../documents/merge/outline.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { readConfiguration } from '../../workspace/configuration.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import { relativePath } from '../../base/relativePath.js';
import { readTextFile } from '../../project/readTextFile.js';

/** Where the documents of a project are. @param root absolute. @throws UsageError where its configuration cannot be read. */
export async function documentPathsOf(machine: Machine, root: string): Promise<DocumentPaths> {
  const text = await readTextFile(path.join(root, configurationPath), machine.files);
  if (text === undefined) return defaultDocumentPaths;
  const { model } = await parseDocument('config', configurationPath, text);
  return readConfiguration(model).configuration.paths;
}

/** What kind of document stands at a path, which need not exist; undefined for one that is merged line by line. @param file absolute. */
export async function mergedKindOf(machine: Machine, file: string): Promise<MergedKind | undefined> {
  const root = await findProjectAbove(path.dirname(file), machine.files);
  const relative = root === undefined ? undefined : relativePath(root, file);
  if (root === undefined || relative === undefined) return undefined;
  const kind = documentKindOf(relative, await documentPathsOf(machine, root));
  return mergedKinds.find((merged) => merged === kind);
}
