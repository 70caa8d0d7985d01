import type { OperationWorkspace } from '../operation.js';
import type { Manifest } from './manifest.js';
import { type FileState, reconcile } from './reconcile.js';
import type { SetUpDesk } from './setUpDesk.js';

/** What became of each deployed file, by its path. @throws Refused if one of them cannot be read. */
export async function deploymentStatus(
  manifest: Manifest,
  desk: Pick<SetUpDesk, 'pieces'>,
  { readFile, configuration }: Pick<OperationWorkspace, 'readFile' | 'configuration'>,
): Promise<ReadonlyMap<string, FileState>> {
  return (await reconcile(await desk.pieces(manifest, configuration.ci), manifest, readFile, false)).states;
}
