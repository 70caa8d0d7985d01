import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFilesAtOnce } from '../../server/src/host/cacheFiles.js';
import { keptRun, type KeptRunOptions } from '../../server/src/doors/cli/keptRun.js';
import { blockingFileSystem } from '../../server/src/host/fileSystem.js';
import * as disk from '../../server/src/host/quickFiles.js';
import { type CliRun, run } from './runCli.js';

/** What was said, and whether it was said from what an earlier run had kept. */
export interface LintAgain extends CliRun {
  readonly recalled: boolean;
}

export type Surroundings = Pick<KeptRunOptions, 'cwd'> &
  Partial<Omit<KeptRunOptions, 'cache' | 'command' | 'disk'>> & {
    /** Milliseconds since 1970; the real time where it is left out. */
    readonly now?: number;
  };

/**
 * Runs `lint` in this process, as a process of its own does that keeps what it says.
 *
 * @param cache where that is kept: absolute.
 */
export function lintAgain(cache: string, surroundings: Surroundings, ...args: string[]): Promise<LintAgain> {
  return runAgain(cache, surroundings, 'lint', ...args);
}

/** The same of any command that keeps what it says. */
export async function runAgain(
  cache: string,
  surroundings: Surroundings,
  command: string,
  ...args: string[]
): Promise<LintAgain> {
  const { cwd, env = {}, terminal = false, now, ...others } = surroundings;
  let said: CliRun | undefined;
  const kept = keptRun({
    command,
    args,
    build: 'one',
    cwd,
    env: { ...env, XDG_CACHE_HOME: cache },
    terminal,
    files: blockingFileSystem,
    cache: cacheFilesAtOnce,
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
    command,
    ...args,
  );
  await kept.write();
  return { ...ran, recalled: false };
}

/** What may happen to what is kept of documents: a process that was killed while it wrote leaves a part. */
export type Mishap = 'cutDocuments' | 'damageDocuments';

/** @param at which byte of each file is damaged, or the first that is lost. */
export function harm(cache: string, mishap: Mishap, at: number): void {
  const folder = path.join(cache, 'pactwright', 'documents');
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const place = path.join(folder, name);
    const bytes = readFileSync(place);
    const byte = at % bytes.length;
    if (mishap === 'damageDocuments') bytes[byte] = ((bytes[byte] ?? 0) + 1) % 256;
    writeFileSync(place, mishap === 'cutDocuments' ? bytes.subarray(0, byte) : bytes);
  }
}
