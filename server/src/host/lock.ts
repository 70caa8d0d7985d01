import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import * as v from 'valibot';
import { parseJson } from '../base/json.js';
import { count, finite, object, read, type Read } from '../base/schema.js';
import { describeError, isErrorCode } from '../base/errors.js';
import { makeFolder } from './makeFolder.js';
import { lstat, stat, unlink } from './quickFiles.js';
import type { Locked, LockOptions } from '../workspace/machine.js';

const lockHolder = object({
  pid: count,
  host: v.string(),
  /** Milliseconds since 1970. */
  since: finite,
  /** When the process was started, as the system says it: its id may have been given to another one since. */
  startedAt: v.optional(v.string()),
});

type Holder = Read<typeof lockHolder>;

const defaultWaitMilliseconds = 30_000;
const pollMilliseconds = 25;
/** Between its creation and its text a lock is empty; taking one over takes as little. */
const writeMilliseconds = 10_000;
/** A lock that is empty for so long is of a process that ended while it made it. */
const emptyMilliseconds = 1_000;

/**
 * Does something while no other process does anything under the same lock: a file that is created by one alone and names its
 * holder. The lock of a process that is gone is taken over. It is not for two of one process: the second waits for the first.
 *
 * @param file absolute; its folder is made where it is missing.
 * @throws what `use` throws; the signal's reason while it waits.
 */
export async function withLock<T>(
  file: string,
  use: () => Promise<T>,
  { waitMilliseconds = defaultWaitMilliseconds, onWait, signal }: LockOptions = {},
): Promise<Locked<T>> {
  const until = performance.now() + waitMilliseconds;
  let waits = false;
  try {
    await makeFolder(path.dirname(file), 0o700);
    while (!(await create(file))) {
      signal?.throwIfAborted();
      if (await isAbandoned(file)) await takeAway(file);
      else if (performance.now() >= until) return { kind: 'failed', held: true, message: await describeHolder(file) };
      else {
        if (!waits) onWait?.(await describeHolder(file));
        waits = true;
        await pause(pollMilliseconds, undefined, signal ? { signal } : {});
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'failed', held: false, message: `the lock ${file} cannot be created: ${whyNot(error, file)}` };
  }
  try {
    return { kind: 'done', value: await use() };
  } finally {
    await unlink(file).catch(() => undefined);
  }
}

/** The operating system's errors do not say the way out, as ours do. */
function whyNot(error: unknown, file: string): string {
  if (isErrorCode(error, 'EROFS')) return `${describeError(error)}, so nothing can be changed here`;
  return error instanceof Error && 'code' in error
    ? `${describeError(error)}; the lock prevents simultaneous writes: allow this user to create files in ${path.dirname(file)}`
    : describeError(error);
}

/** @returns false if it is already there. */
async function create(file: string): Promise<boolean> {
  const startedAt = await ownStart();
  try {
    const holder: Holder = {
      pid: process.pid,
      host: os.hostname(),
      since: Date.now(),
      ...(startedAt === undefined ? {} : { startedAt }),
    };
    // Another thread would take longer for it than the system does.
    writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (isErrorCode(error, 'EEXIST')) return false;
    // Windows says so of a file that is just being deleted.
    if (process.platform === 'win32' && isErrorCode(error, 'EPERM')) return false;
    throw error;
  }
}

/** Whether its holder is certainly gone; unknown for processes of another machine. */
async function isAbandoned(file: string): Promise<boolean> {
  const holder = await readHolder(file);
  if (!holder) return isOlderThan(file, emptyMilliseconds);
  if (holder.host !== os.hostname()) return false;
  if (!isAlive(holder.pid) || holder.since < Date.now() - os.uptime() * 1000 - writeMilliseconds) return true;
  return holder.startedAt !== undefined && (await isAnother(holder.pid, holder.startedAt));
}

/** Whether the process of this id is not the one that was started then; only where the system says so without starting a program. */
async function isAnother(pid: number, startedAt: string): Promise<boolean> {
  const now = await startOf(pid);
  return now !== undefined && now !== startedAt;
}

let own: Promise<string | undefined> | undefined;

function ownStart(): Promise<string | undefined> {
  return (own ??= startOf(process.pid));
}

/** Most runs take no lock, and a cold command line pays for all that it loads. */
async function startOf(pid: number): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const { listProcesses } = await import('./processTable.js');
  return (await listProcesses([pid]))[0]?.startedAt;
}

/**
 * Removes an abandoned lock. Of several who saw it so, one alone does it, and looks again first.
 *
 * @throws where it is no file, so that it cannot be one of ours.
 */
async function takeAway(file: string): Promise<void> {
  for (const one of [file, `${file}.turn`])
    if ((await lstat(one).catch(() => undefined))?.isFile() === false)
      throw new Error(`${one} is not a file: remove it`);
  const turn = `${file}.turn`;
  if (!(await create(turn))) {
    if (await isOlderThan(turn, writeMilliseconds)) await unlink(turn).catch(() => undefined);
    await pause(pollMilliseconds);
    return;
  }
  try {
    if (await isAbandoned(file)) await unlink(file).catch(() => undefined);
  } finally {
    await unlink(turn).catch(() => undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isErrorCode(error, 'ESRCH');
  }
}

async function isOlderThan(file: string, milliseconds: number): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found !== undefined && Date.now() - found.mtimeMs > milliseconds;
}

async function readHolder(file: string): Promise<Holder | undefined> {
  return read(lockHolder, parseJson(await readFile(file, 'utf8').catch(() => '')));
}

async function describeHolder(file: string): Promise<string> {
  const holder = await readHolder(file);
  const by = holder
    ? `process ${holder.pid} on ${holder.host} since ${new Date(holder.since).toISOString()}`
    : 'another process';
  const wayOut =
    holder && holder.host !== os.hostname()
      ? `if no Pactwright runs on ${holder.host} any more, delete the file`
      : 'wait until it finishes, or delete the file if that process is not Pactwright';
  return `the lock ${file} is held by ${by}: ${wayOut}`;
}
