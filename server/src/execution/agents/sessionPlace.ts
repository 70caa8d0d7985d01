import { lstat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { blockingFileSystem as files } from '../../host/fileSystem.js';
import { git } from '../../host/git.js';
import { makeFolder } from '../../host/makeFolder.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { UserPlaces } from '../../base/userFolders.js';
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
 * @throws UsageError where git fails; the signal's reason once it is aborted.
 */
export async function findSessionPlace(
  folder: string,
  env: UserPlaces['env'],
  signal?: AbortSignal,
): Promise<SessionPlace> {
  const answer = await git.repository(folder, signal);
  if (answer.kind === 'failed') throw new UsageError(answer.message);
  const repository = answer.kind === 'answer' ? answer.value : undefined;
  const root = repository ? folder : ((await findProjectAbove(folder, files)) ?? folder);
  return { logs: logsOf(root, repository, env), ...(repository ? { repository } : {}) };
}

/** The folder of the logs: absolute; it need not be there. */
export function logsOf(root: string, repository: GitRepository | undefined, env: UserPlaces['env']): string {
  const places = { env, platform: process.platform, home: os.homedir() };
  return path.join(recordPlace(root, repository, places), 'pactwright', 'agents');
}

/** Makes the folder of the logs. @throws UsageError where that cannot be, or a link is in its place. */
export async function makeLogsFolder(logs: string): Promise<void> {
  try {
    await makeFolder(logs, 0o700);
    for (const folder of [path.dirname(logs), logs])
      if ((await lstat(folder)).isSymbolicLink())
        throw new Error('it is a link, which Pactwright never makes there: delete it');
  } catch (error) {
    throw new UsageError(`sessions cannot be recorded in ${logs}: ${describeError(error)}`);
  }
}
