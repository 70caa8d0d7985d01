import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { configurationPath } from '../../documents/projectMarks.js';
import type { MergeParts } from '../../documents/defineDocumentKind.js';
import type { DocumentPaths } from '../../documents/documentPaths.js';
import { registeredKinds } from '../../documents/registry.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { type Configuration, defaultConfiguration, readConfiguration } from '../../workspace/configuration.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import { relativePath } from '../../base/relativePath.js';
import { readTextFile } from '../../project/readTextFile.js';

/** Where the documents of a project are. @param root absolute. @throws UsageError if its configuration cannot be read. */
export async function documentPathsOf(machine: Machine, root: string): Promise<DocumentPaths> {
  return (await configurationOf(machine, root)).paths;
}

/** What the configuration of a project says. @param root absolute. @throws UsageError if it cannot be read. */
export async function configurationOf(machine: Machine, root: string): Promise<Configuration> {
  const text = await readTextFile(path.join(root, configurationPath), machine.files);
  if (text === undefined) return defaultConfiguration;
  const { model } = await parseDocument('config', configurationPath, text);
  return readConfiguration(model).configuration;
}

/** How the document at a path, which need not exist, is merged; undefined for one that is merged line by line. @param file absolute. */
export async function mergePartsOf(machine: Machine, file: string): Promise<MergeParts | undefined> {
  const root = await findProjectAbove(path.dirname(file), machine.files);
  const relative = root === undefined ? undefined : relativePath(root, file);
  if (root === undefined || relative === undefined) return undefined;
  return registeredKinds.at(relative, await documentPathsOf(machine, root))?.merge;
}
