import path from 'node:path';
import { documentKindOf } from '../documents/documentKind.js';
import { type DocumentPaths, defaultDocumentPaths } from '../documents/documentPaths.js';
import { findProjectAbove, findProjects } from '../workspace/findProjects.js';
import type { FileSystem } from '../workspace/ports.js';
import { UsageError } from '../base/usageError.js';

/** A project to be judged, and the part of it that was asked for. */
interface Target {
  /** Absolute. */
  readonly root: string;
  /** Absolute paths of the files and folders to report on; undefined: all. */
  readonly within: readonly string[] | undefined;
}

export interface Targets {
  /** What reported paths are relative to; absolute. */
  readonly root: string;
  readonly targets: readonly Target[];
  /** The folders in which no project could be looked for, absolute, and why. */
  readonly unlisted: ReadonlyMap<string, string>;
}

/**
 * The projects that a command line names.
 *
 * @param root the folder of `--root`, or the current one.
 * @param paths absolute; none asks for everything.
 * @throws UsageError if there is no project, or a path does not exist.
 */
export async function findTargets(root: string, paths: readonly string[], files: FileSystem): Promise<Targets> {
  if (paths.length === 0) {
    const targets = await targetsOfRoot(root, files);
    if (targets) return targets;
    throw noProject(root, 'pass a folder of specs as PATH');
  }
  await requireFolder(root, files);

  const unlisted = new Map<string, string>();
  const within = new Map<string, string[] | undefined>();
  const limit = (project: string, wanted: string): void => {
    if (!within.has(project)) within.set(project, [wanted]);
    else within.get(project)?.push(wanted);
  };
  // Hooks name many files of few folders, and each look above lists whole folders.
  const known = new Map<string, Promise<string | undefined>>();
  const projectAbove = (folder: string): Promise<string | undefined> => {
    const found = known.get(folder) ?? findProjectAbove(folder, files);
    known.set(folder, found);
    return found;
  };
  for (const wanted of paths) {
    const kind = await files.kindOf(wanted);
    if (kind === undefined) throw new UsageError(`${wanted} does not exist`);
    const folder = kind === 'folder' ? wanted : path.dirname(wanted);
    const above = await projectAbove(folder);
    if (above !== undefined && above !== wanted) limit(above, wanted);
    if (kind !== 'folder') continue;
    for (const project of await findProjects(wanted, files, undefined, (at, why) => unlisted.set(at, why)))
      within.set(project, undefined);
  }
  return {
    root,
    targets: Array.from(within, ([project, parts]) => ({ root: project, within: parts })).sort((a, b) =>
      a.root < b.root ? -1 : 1,
    ),
    unlisted,
  };
}

/** One project, and the others that it may hold. */
export interface OneProject {
  /** Absolute. */
  readonly root: string;
  /** Absolute. */
  readonly others: readonly string[];
}

/**
 * The one project that a command is about: the one at the folder, else the only one below it, else the nearest above.
 *
 * @returns undefined if there is none.
 * @throws UsageError if there are several.
 */
export async function findOneProject(folder: string, files: FileSystem): Promise<OneProject | undefined> {
  const found = await targetsOfRoot(folder, files);
  if (!found) return undefined;
  const roots = found.targets.map(({ root }) => root);
  const [first, second] = roots;
  const root = roots.find((one) => one === folder) ?? (second === undefined ? first : undefined);
  if (root === undefined)
    throw new UsageError(`there are several projects below ${folder}: choose one with --root (${roots.join(', ')})`);
  return { root, others: roots.filter((one) => one !== root) };
}

async function requireFolder(root: string, files: FileSystem): Promise<void> {
  if ((await files.kindOf(root)) !== 'folder')
    throw new UsageError(`the root ${root} is not a folder: specify one with --root`);
}

/** What is said where there is no project. @param instead another way out than to set one up. */
export function noProject(root: string, instead = 'name its folder with --root'): UsageError {
  return new UsageError(
    `there is no project at, below or above ${root}, which would have docs/specs or .pactwright/config.yaml: set one up with \`pactwright init\`, or ${instead}`,
  );
}

async function targetsOfRoot(root: string, files: FileSystem): Promise<Targets | undefined> {
  await requireFolder(root, files);
  const unlisted = new Map<string, string>();
  const roots = await findProjects(root, files, undefined, (at, why) => unlisted.set(at, why));
  if (roots.length > 0)
    return { root, targets: roots.map((project) => ({ root: project, within: undefined })), unlisted };
  const above = await findProjectAbove(root, files);
  const [unread] = unlisted;
  if (above === undefined && unread)
    throw new UsageError(`${unread[0]} cannot be read (${unread[1]}), so no project is found there: make it readable`);
  return above === undefined ? undefined : { root: above, targets: [{ root: above, within: undefined }], unlisted };
}

/** A spec, or a folder of specs, that belongs to no project: its folder serves as the specs folder. */
export interface LooseSpecs {
  readonly root: string;
  readonly paths: DocumentPaths;
}

/** @param wanted absolute path of an existing file or folder. @returns undefined if no spec is there. @throws UsageError */
export async function findLooseSpecs(wanted: string, files: FileSystem): Promise<LooseSpecs | undefined> {
  const isFolder = (await files.kindOf(wanted)) === 'folder';
  const folder = isFolder ? wanted : path.dirname(wanted);
  const root = path.dirname(folder);
  if (root === folder) return undefined;
  const specs = path.basename(folder);
  const paths: DocumentPaths = { ...defaultDocumentPaths, specs };
  const listing = isFolder ? await files.list(folder) : { entries: [{ name: path.basename(wanted) }] };
  if ('problem' in listing) throw new UsageError(`${wanted} cannot be read (${listing.problem}): make it readable`);
  const names = listing.entries.map(({ name }) => name);
  return names.some((name) => documentKindOf(`${specs}/${name}`, paths) === 'spec') ? { root, paths } : undefined;
}

/** A project that an operation is about. */
export interface ChosenProject extends OneProject {
  /** It is none yet: the operation begins it. */
  readonly isNew?: true;
}

/**
 * The project that an operation is about. @see findOneProject
 *
 * @param begins whether the folder is one from now on if there is none.
 * @throws UsageError if there is none, or more than one.
 */
export async function chooseProject(folder: string, files: FileSystem, begins: boolean): Promise<ChosenProject> {
  const found = await findOneProject(folder, files);
  if (found) return found;
  if (begins) return { root: folder, others: [], isNew: true };
  throw noProject(folder);
}
