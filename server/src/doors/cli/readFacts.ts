import { git } from '../../host/git.js';
import type { ProjectIndex } from '../../workspace/index.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Project } from '../../workspace/project.js';
import { createProjectFacts } from '../projectFacts.js';
import type { Io } from './io.js';

/** What source code and git say of a project whose documents are read. */
export async function readFacts(
  index: ProjectIndex,
  otherRoots: readonly string[],
  files: FileSystem,
  io: Pick<Io, 'now'>,
): Promise<Pick<Project, 'code' | 'git'>> {
  const facts = createProjectFacts({ index, files, otherRoots, git: () => git, clock: io.now });
  await facts.loadCode();
  await facts.refreshGit();
  const { code, git: gitFacts } = facts.project();
  return { ...(code ? { code } : {}), ...(gitFacts ? { git: gitFacts } : {}) };
}
