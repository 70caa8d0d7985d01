import { createLinter } from '../../rules/lint.js';
import { allRules } from '../../rules/registry.js';
import { findProjectAbove, findProjects } from '../../workspace/findProjects.js';
import { createProjectIndex } from '../../workspace/index.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Project } from '../../workspace/project.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { Operation } from '../../operations/operation.js';
import { type Io, UsageError } from '../cli/io.js';
import { findTargets } from '../cli/lintTargets.js';
import { readFacts } from '../cli/readFacts.js';

export interface OpenedProject {
  readonly project: Project;
  readonly configuration: Configuration;
}

/**
 * The one project that a command is about: the one at the folder, else the only one below it, else the nearest above.
 *
 * @param begins whether the folder is one from now on where there is none.
 * @throws UsageError where there is none, or more than one.
 */
export async function findOneProject(
  folder: string,
  files: FileSystem,
  begins: boolean,
): Promise<{ root: string; others: string[] }> {
  if (begins && (await isFolderWithoutProject(folder, files))) return { root: folder, others: [] };
  const { targets } = await findTargets(folder, [], files);
  const roots = targets.map(({ root }) => root);
  const [first, second] = roots;
  const root = roots.find((one) => one === folder) ?? (second === undefined ? first : undefined);
  if (root === undefined)
    throw new UsageError(`there are several projects below ${folder}: name one with --root (${roots.join(', ')})`);
  return { root, others: roots.filter((one) => one !== root) };
}

async function isFolderWithoutProject(folder: string, files: FileSystem): Promise<boolean> {
  if ((await files.kindOf(folder)) !== 'folder') return false;
  return (await findProjects(folder, files)).length === 0 && (await findProjectAbove(folder, files)) === undefined;
}

/** Reads as much of a project as an operation needs. @throws UsageError for a configuration that does not parse. */
export async function openProject(
  { root, others }: { readonly root: string; readonly others: readonly string[] },
  { reads, needs }: Pick<Operation, 'reads' | 'needs'>,
  files: FileSystem,
  io: Pick<Io, 'now' | 'env'>,
): Promise<OpenedProject> {
  const kinds = new Set(reads);
  const index = createProjectIndex({ root, files, otherRoots: others, kindsToRead: () => kinds });
  await index.load();
  const { value: configuration, problem } = index.configuration();
  if (problem !== undefined) throw new UsageError(`the configuration of ${root} does not parse: ${problem}`);
  if (needs === 'documents') return { project: index.project(), configuration };
  const linter = createLinter(allRules, configuration);
  const facts = await readFacts(index, others, files, io, linter.traceOf);
  return { project: { ...index.project(), ...facts }, configuration };
}
