import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { type RunPlace, runPlace } from './runPlace.js';
import { temporaryFolder } from './temporaryFolder.js';

/** A repository whose runs are worked on by workers: each has a home of its own, as on a machine of its own. */
export interface QueuePlace extends RunPlace {
  /** What carries the work: a bare repository. */
  readonly remote: string;
  /** Runs git at the remote. */
  readonly atRemote: (...args: readonly string[]) => string;
  /** Starts a worker; `name` tells its folder, so that the same one can come back. */
  readonly worker: (name: string, args?: readonly string[], more?: Readonly<Record<string, string>>) => ChildProcess;
  /** What all workers and coordinators have printed. */
  readonly printed: () => string;
  /** Where workers keep what they have: absolute. */
  readonly homes: string;
}

interface Setting {
  readonly cli: string;
  readonly node: string;
  readonly ids: readonly string[];
  readonly dependsOn?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  /** The queue's, with its password. */
  readonly address: string;
}

export function queuePlace({ cli, node, ids, dependsOn = {}, files = {}, address }: Setting): QueuePlace {
  const place = runPlace(cli, ids, dependsOn, files);
  const remote = path.join(temporaryFolder(), 'shop.git');
  const git = (folder: string, ...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: folder, env: { ...place.env, LC_ALL: 'C' }, encoding: 'utf8' }).trim();
  git(path.dirname(remote), 'init', '--quiet', '--bare', '--initial-branch=main', remote);
  place.repository.git('remote', 'add', 'origin', remote);
  place.repository.git('push', '--quiet', 'origin', 'main');
  const homes = temporaryFolder();
  let printed = '';
  const env = { ...place.env, PACTWRIGHT_QUEUE: address };
  const begin = (args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}): ChildProcess => {
    const child = spawn(node, [cli, ...args], { cwd, env: { ...env, ...more }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text: Buffer) => (printed += text.toString()));
    return child;
  };
  return {
    ...place,
    env,
    remote,
    atRemote: (...args) => git(remote, ...args),
    start: (...args) => begin(args, place.repository.folder),
    run: async (...args) => {
      const child = begin(args, place.repository.folder);
      let out = '';
      let err = '';
      child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
      child.stderr?.on('data', (text: Buffer) => (err += text.toString()));
      const code = await new Promise<number>((resolve) => child.on('close', (status) => resolve(status ?? -1)));
      return { code, out, err };
    },
    worker: (name, args = [], more = {}) => begin(['worker', '--folder', path.join(homes, name), ...args], homes, more),
    printed: () => printed,
    homes,
  };
}
