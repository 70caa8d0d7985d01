import os from 'node:os';
import { blockingFileSystem } from '../../host/fileSystem.js';
import { type KeptRun, keptRun } from './keptRun.js';

/**
 * The run of `lint` that this process was started for.
 *
 * @param build tells one build of Pactwright from any other.
 * @param args what stands behind `lint`.
 */
export function openKeptRun(build: string, args: readonly string[]): KeptRun {
  return keptRun({
    args,
    build,
    cwd: process.cwd(),
    env: process.env,
    terminal: process.stdout.isTTY,
    files: blockingFileSystem,
    platform: process.platform,
    home: os.homedir(),
  });
}
