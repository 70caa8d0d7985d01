import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';

/** Where Debian has it. */
const debian = '/usr/lib/postgresql';

/** The folder of PostgreSQL's programs; undefined where it is not installed. */
export const postgresPrograms = existsSync(debian)
  ? readdirSync(debian)
      .map((version) => path.join(debian, version, 'bin'))
      .filter((folder) => existsSync(path.join(folder, 'initdb')))
      .sort()
      .at(-1)
  : undefined;

/** A PostgreSQL of its own, gone when the test is over. */
export interface Postgres {
  /** With a password. */
  readonly address: string;
  readonly password: string;
  /** Ends it with SIGKILL, as a machine that loses power does. */
  readonly kill: () => Promise<void>;
  /** Starts it again, and waits until it answers. */
  readonly start: () => Promise<void>;
  /** Runs SQL and says what comes of it, a line for each row. */
  readonly query: (sql: string) => string;
}

/** How often it is asked whether it answers. */
const mostTries = 300;

/** It refuses to run as root. */
function account(): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

export async function startPostgres(): Promise<Postgres> {
  const programs = postgresPrograms ?? '';
  const owner = account();
  // Its account has to reach it, so it is not in the folder of all that tests make.
  const folder = mkdtempSync('/tmp/pactwright-postgres-');
  chmodSync(folder, 0o700);
  const password = 'correct-horse-battery';
  writeFileSync(path.join(folder, 'password'), password);
  if (owner.uid !== undefined && owner.gid !== undefined)
    for (const one of [folder, path.join(folder, 'password')]) chownSync(one, owner.uid, owner.gid);
  const data = path.join(folder, 'data');
  const how = { ...owner, cwd: folder, env: { PATH: process.env['PATH'], LC_ALL: 'C' } };
  const init = [
    '-D',
    data,
    '-U',
    'pact',
    '-A',
    'scram-sha-256',
    `--pwfile=${path.join(folder, 'password')}`,
    '--no-sync',
  ];
  execFileSync(path.join(programs, 'initdb'), init, { ...how, stdio: 'ignore' });
  const port = await freePort();
  const address = `postgres://pact:${password}@127.0.0.1:${port}/postgres`;
  const args = ['-D', data, '-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1'];
  let child: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    const dying = child;
    if (dying?.exitCode !== null || dying.signalCode !== null) return;
    const over = new Promise((resolve) => dying.once('exit', resolve));
    dying.kill('SIGKILL');
    await over;
  };
  const start = async (): Promise<void> => {
    let said = '';
    for (let left = mostTries; ; left--) {
      if (left === 0) throw new Error(`PostgreSQL does not answer:\n${said}`);
      if (!child || child.exitCode !== null || child.signalCode !== null) {
        const begun = spawn(path.join(programs, 'postgres'), args, { ...how, stdio: ['ignore', 'ignore', 'pipe'] });
        begun.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-4_000)));
        child = begun;
      }
      try {
        execFileSync(path.join(programs, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
        return;
      } catch {
        // After a kill its children hold the memory of the old one for a moment.
        await pause(200);
      }
    }
  };
  onTestFinished(async () => {
    await kill();
    await pause(300);
    rmSync(folder, { recursive: true, force: true });
  });
  await start();
  return {
    address,
    password,
    kill,
    start,
    query: (sql) => execFileSync(path.join(programs, 'psql'), [address, '-At', '-c', sql], { encoding: 'utf8' }).trim(),
  };
}
