import os from 'node:os';
import type { TraceGraph } from '../trace/graph.js';
import type { ProjectIndex } from '../workspace/index.js';
import type { FileSystem } from '../workspace/ports.js';
import type { Project } from '../workspace/project.js';
import type { Io } from '../doors/cli/io.js';

/**
 * What source code and git say of a project whose documents are read.
 *
 * @param traceOf the trace that the project is judged or shown by afterwards.
 */
export async function readFacts(
  index: ProjectIndex,
  otherRoots: readonly string[],
  files: FileSystem,
  io: Pick<Io, 'now' | 'env'>,
  traceOf: (project: Project) => TraceGraph,
): Promise<Pick<Project, 'code' | 'git' | 'record'>> {
  // Most runs judge documents alone and must not pay for what reads source code and asks git.
  const [{ createProjectFacts }, { git }, { createRecordReader }] = await Promise.all([
    import('./projectFacts.js'),
    import('../host/git.js'),
    import('./recordReader.js'),
  ]);
  const record = createRecordReader({ env: io.env, platform: process.platform, home: os.homedir() });
  const facts = createProjectFacts({ index, files, otherRoots, git: () => git, clock: io.now, record, traceOf });
  await facts.loadCode();
  await facts.refreshGit();
  const { code, git: gitFacts, record: recorded } = facts.project();
  return {
    ...(code ? { code } : {}),
    ...(gitFacts ? { git: gitFacts } : {}),
    ...(recorded ? { record: recorded } : {}),
  };
}
