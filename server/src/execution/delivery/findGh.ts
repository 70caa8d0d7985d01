import type { GitRepository } from '../../workspace/ports.js';
import { findInstalled } from '../programs/findProgram.js';
import { UsageError } from '../../base/usageError.js';
import type { TrackerKind } from '../../operations/deliveryDesk.js';
import type { ProgramDesk } from '../programs/runQuietly.js';

const forges = {
  github: { name: 'gh', title: "GitHub's command line", page: 'https://cli.github.com' },
  gitlab: { name: 'glab', title: "GitLab's command line", page: 'https://gitlab.com/gitlab-org/cli' },
} as const satisfies Record<TrackerKind, object>;

/** GitHub's command line, by its absolute path. @throws UsageError if it is missing, with the way out. */
export function findGh(repository: GitRepository, desk: Pick<ProgramDesk, 'machine'>): Promise<string> {
  return findForge('github', repository, desk);
}

/** The command line of GitHub or GitLab, by its absolute path. @throws UsageError if it is missing, with the way out. */
export async function findForge(
  kind: TrackerKind,
  repository: GitRepository,
  { machine }: Pick<ProgramDesk, 'machine'>,
): Promise<string> {
  const { name, title, page } = forges[kind];
  const found = await findInstalled(machine, name, { outside: { folder: repository.top, repository } });
  if (found.kind === 'found') return found.program;
  throw new UsageError(
    `${found.message}: install ${title} (${page}) and sign in with \`${name} auth login\`, or do this step manually`,
  );
}
