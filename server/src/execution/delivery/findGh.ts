import type { GitRepository } from '../../workspace/ports.js';
import { foreignFolders, resolveProgram } from '../agents/resolveProgram.js';
import { UsageError } from '../../base/usageError.js';
import type { ProgramDesk } from '../executor/runQuietly.js';

/** GitHub's command line, by its absolute path. @throws UsageError where it is missing, with the way out. */
export async function findGh(repository: GitRepository, { machine }: Pick<ProgramDesk, 'machine'>): Promise<string> {
  const foreign = foreignFolders(machine, repository.top, repository);
  const found = await resolveProgram(machine, 'gh', {
    env: machine.places.env,
    platform: machine.places.platform,
    foreign,
  });
  if (found.kind === 'found') return found.program;
  throw new UsageError(
    `${found.message}: install GitHub's command line (https://cli.github.com) and sign in with \`gh auth login\`, or do this step manually`,
  );
}
