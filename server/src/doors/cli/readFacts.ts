import { git } from '../../host/git.js';
import type { ProjectIndex } from '../../workspace/index.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Project } from '../../workspace/project.js';

/** What source code and git say of a project whose documents are read. */
export async function readFacts(
  index: ProjectIndex,
  otherRoots: readonly string[],
  files: FileSystem,
): Promise<Pick<Project, 'code' | 'git'>> {
  const ignored = await git.ignored(
    index.root,
    index.project().documents.map(({ path }) => path),
  );
  void otherRoots;
  void files;
  return ignored.kind === 'answer'
    ? { git: { ignored: ignored.value, notices: [] } }
    : { git: { ignored: new Set(), notices: [{ kind: 'unavailable', message: ignored.message }] } };
}
