import * as disk from 'node:fs/promises';
import { cacheFiles } from '../../server/src/host/cacheFiles.js';
import { keptRun, type KeptRunOptions } from '../../server/src/doors/cli/keptRun.js';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import { type CliRun, run } from './runCli.js';

/** What was said, and whether it was said from what an earlier run had kept. */
export interface LintAgain extends CliRun {
  readonly recalled: boolean;
}

export type Surroundings = Pick<KeptRunOptions, 'cwd'> &
  Partial<Omit<KeptRunOptions, 'cache' | 'disk'>> & {
    /** Milliseconds since 1970; the real time where it is left out. */
    readonly now?: number;
  };

/**
 * Runs `lint` in this process, as a process of its own does that keeps what it says.
 *
 * @param cache where that is kept: absolute.
 */
export async function lintAgain(cache: string, surroundings: Surroundings, ...args: string[]): Promise<LintAgain> {
  const { cwd, env = {}, terminal = false, now, ...others } = surroundings;
  let said: CliRun | undefined;
  const kept = keptRun({
    args,
    build: 'one',
    cwd,
    env: { ...env, XDG_CACHE_HOME: cache },
    terminal,
    files: blockingFileSystem,
    cache: cacheFiles,
    disk,
    platform: 'linux',
    home: '/nowhere',
    print: (kept) => {
      said = kept;
    },
    ...others,
  });
  if ((await kept.answer()) && said) return { ...said, recalled: true };
  const given = Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  const ran = await run(
    { cwd, env: given, terminal, keeper: kept, ...(now === undefined ? {} : { now }) },
    'lint',
    ...args,
  );
  await kept.write();
  return { ...ran, recalled: false };
}
