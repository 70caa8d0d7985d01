import type { ProjectIndex } from '../../workspace/index.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Project } from '../../workspace/project.js';
import type { Io } from './io.js';

/** What source code and git say of a project whose documents are read. */
export async function readFacts(
  index: ProjectIndex,
  otherRoots: readonly string[],
  files: FileSystem,
  io: Pick<Io, 'now'>,
): Promise<Pick<Project, 'code' | 'git'>> {
  // Most runs judge documents alone and must not pay for what reads source code and asks git.
  const [{ createProjectFacts }, { git }] = await Promise.all([
    import('../projectFacts.js'),
    import('../../host/git.js'),
  ]);
  const facts = createProjectFacts({ index, files, otherRoots, git: () => git, clock: io.now });
  await facts.loadCode();
  await facts.refreshGit();
  const { code, git: gitFacts } = facts.project();
  return { ...(code ? { code } : {}), ...(gitFacts ? { git: gitFacts } : {}) };
}
