import type { TraceGraph } from '../../trace/graph.js';
import { type Configuration, defaultConfiguration } from '../../workspace/configuration.js';
import { findOneProject } from '../../project/lintTargets.js';
import { openProject } from '../../project/openProject.js';
import type { PhaseDesk } from './phaseDesk.js';

export interface PhaseProject {
  /** Absolute. */
  readonly root: string;
  readonly configuration: Configuration;
  /** Undefined if the folder is no project yet. */
  readonly trace: TraceGraph | undefined;
}

/** The project of a phase that is about no item. @throws UsageError if there are several, or a configuration does not parse. */
export async function openPhaseProject(folder: string, { machine }: PhaseDesk): Promise<PhaseProject> {
  const found = await findOneProject(folder, machine.files);
  if (!found) return { root: folder, configuration: defaultConfiguration, trace: undefined };
  const choice = { root: found.root, otherRoots: found.others };
  const { configuration, trace } = await openProject(machine, choice, 'documents');
  return { root: found.root, configuration, trace };
}
