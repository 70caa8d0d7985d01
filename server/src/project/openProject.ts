import type { Machine } from '../workspace/machine.js';
import { createLinter } from '../rules/lint.js';
import { allRules } from '../rules/registry.js';
import { createProjectIndex } from '../workspace/index.js';
import type { FileSystem } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Operation } from '../operations/operation.js';
import { configurationInForce } from './configurationInForce.js';
import { findOneProject, noProject, type OneProject } from './lintTargets.js';
import { readFacts } from './readFacts.js';

export interface OpenedProject {
  readonly project: Project;
  readonly configuration: Configuration;
}

/** A project that an operation is about. */
export interface ChosenProject extends OneProject {
  /** It is none yet: the operation begins it. */
  readonly isNew?: true;
}

/**
 * The project that an operation is about. @see findOneProject
 *
 * @param begins whether the folder is one from now on where there is none.
 * @throws UsageError where there is none, or more than one.
 */
export async function chooseProject(folder: string, files: FileSystem, begins: boolean): Promise<ChosenProject> {
  const found = await findOneProject(folder, files);
  if (found) return found;
  if (begins) return { root: folder, others: [], isNew: true };
  throw noProject(folder);
}

/** Reads as much of a project as an operation needs. @throws UsageError for a configuration that does not parse. */
export async function openProject(
  { root, others }: OneProject,
  { reads, needs }: Pick<Operation, 'reads' | 'needs'>,
  machine: Machine,
): Promise<OpenedProject> {
  const kinds = new Set(reads);
  const index = createProjectIndex({ root, files: machine.files, otherRoots: others, kindsToRead: () => kinds });
  await index.load();
  const configuration = configurationInForce(index);
  if (needs === 'documents') return { project: index.project(), configuration };
  const linter = createLinter(allRules, configuration);
  const facts = await readFacts(index, others, machine, linter.traceOf);
  return { project: { ...index.project(), ...facts }, configuration };
}
