import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { GitRepository } from '../../workspace/ports.js';
import { UsageError } from '../../base/usageError.js';
import { recordPlace } from '../../project/openLog.js';

/** Where the sessions of a repository, or of a project without git, are recorded. */
export interface SessionPlace {
  /** Absolute; it need not be there. */
  readonly logs: string;
  readonly repository?: GitRepository;
}

/**
 * @param folder any in the repository or project; absolute.
 * @throws UsageError if git fails; the signal's reason once it is aborted.
 */
export async function findSessionPlace(machine: Machine, folder: string, signal?: AbortSignal): Promise<SessionPlace> {
  const answer = await machine.git.repository(folder, signal);
  if (answer.kind === 'failed') throw new UsageError(answer.message);
  const repository = answer.kind === 'answer' ? answer.value : undefined;
  const root = repository ? folder : ((await findProjectAbove(folder, machine.files)) ?? folder);
  return { logs: logsOf(machine, root, repository), ...(repository ? { repository } : {}) };
}

/** The folder of the logs: absolute; it need not be there. */
export function logsOf(
  machine: Pick<Machine, 'disk' | 'places'>,
  root: string,
  repository: GitRepository | undefined,
): string {
  return path.join(recordPlace(machine, root, repository), 'pactwright', 'agents');
}

/** Makes the folder of the logs. @throws UsageError if that cannot be, or a link is in its place. */
export async function makeLogsFolder(machine: Machine, logs: string): Promise<void> {
  try {
    await machine.disk.makeFolder(logs, 0o700);
    for (const folder of [path.dirname(logs), logs])
      if ((await machine.disk.lstat(folder)).isSymbolicLink())
        throw new Error('it is a link that Pactwright did not create: delete it');
  } catch (error) {
    throw new UsageError(`sessions cannot be recorded in ${logs}: ${describeError(error)}`);
  }
}
