import type { Operation } from '../operations/operation.js';
import type { Machine } from '../workspace/machine.js';
import { type OneProject } from './lintTargets.js';
import { openProject, type OpenedProject } from './openProject.js';

/** Reads as much of a project as an operation needs. @throws UsageError for a configuration that does not parse. */
export function openFor(
  { reads, needs }: Pick<Operation, 'reads' | 'needs'>,
  { root, others: otherRoots }: OneProject,
  machine: Machine,
): Promise<OpenedProject> {
  const kinds = new Set(reads);
  return openProject(machine, { root, otherRoots, kindsToRead: () => kinds }, needs);
}
