import type { Machine } from '../workspace/machine.js';
import type { TraceGraph } from '../trace/graph.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { Project } from '../workspace/project.js';

/**
 * What source code and git say of a project whose documents are read.
 *
 * @param traceOf the trace that the project is judged or shown by afterwards.
 */
export async function readFacts(
  index: ProjectIndex,
  otherRoots: readonly string[],
  machine: Machine,
  traceOf: (project: Project) => TraceGraph,
): Promise<Pick<Project, 'code' | 'git' | 'record'>> {
  // Most runs judge documents alone and must not pay for what reads source code and asks git.
  const [{ createProjectFacts }, { createRecordReader }] = await Promise.all([
    import('./projectFacts.js'),
    import('./recordReader.js'),
  ]);
  const record = createRecordReader(machine);
  const facts = createProjectFacts({
    index,
    files: machine.files,
    otherRoots,
    git: () => machine.git,
    clock: machine.clock,
    record,
    traceOf,
  });
  await facts.loadCode();
  await facts.refreshGit();
  const { code, git: gitFacts, record: recorded } = facts.project();
  return {
    ...(code ? { code } : {}),
    ...(gitFacts ? { git: gitFacts } : {}),
    ...(recorded ? { record: recorded } : {}),
  };
}
