import path from 'node:path';
import * as v from 'valibot';
import { isErrorCode } from '../../base/errors.js';
import { contentHash } from '../../base/contentHash.js';
import { parseJson } from '../../base/json.js';
import { object, read } from '../../base/schema.js';
import { processMark } from '../../agents/sessionRecord.js';
import type { Attempt } from '../../runs/attempt.js';
import type { Machine } from '../../workspace/machine.js';
import { markOf } from '../agents/processMark.js';
import { readSessionsOf } from '../agents/sessionReader.js';

/** The folder of one attempt: all that it writes is in it. */
export interface AttemptFolder {
  readonly folder: string;
  /** The clone: its worktrees are beside it. */
  readonly clone: string;
  /** What the clone borrows its objects from: a repository for each remote. */
  readonly objects: string;
  /** The log of the packet. */
  readonly log: string;
  /** What Pactwright knows of the clone. */
  readonly state: string;
}

const ownerFile = 'owner.json';
/** Of one that is being made, with the process that makes it. */
const madeEnding = /(?:\.(\d+))?\.tmp$/u;
/** How old such a one is at least whose worker was killed meanwhile, though a process has its number; in milliseconds. */
const abandonedMs = 3_600_000;

const ownerMark = object({ process: processMark, packet: v.string() });

/** Makes the folder of an attempt, with the mark of this process. @param home the worker’s: absolute. */
export async function makeAttemptFolder(
  home: string,
  attempt: Attempt,
  remote: string,
  machine: Machine,
): Promise<AttemptFolder> {
  const { disk } = machine;
  const folder = path.join(home, 'attempts', `${attempt.run}.${attempt.packet}.${attempt.number}`);
  const made = `${folder}.${machine.self.pid}.tmp`;
  for (const old of [made, folder]) await disk.rm(old, { recursive: true, force: true });
  await disk.makeFolder(path.join(made, 'log'), 0o700);
  const owner = { process: await markOf(machine, machine.self.pid), packet: attempt.packet };
  await disk.writeFile(path.join(made, ownerFile), JSON.stringify(owner));
  // Others remove a folder without an owner.
  await disk.rename(made, folder);
  return {
    folder,
    clone: path.join(folder, 'repository'),
    objects: path.join(home, 'objects', `${contentHash(remote).slice(0, 32)}.git`),
    log: path.join(folder, 'log'),
    state: path.join(folder, 'state'),
  };
}

/** Ends what killed workers have left running, and removes their folders. */
export async function removeLeftFolders(home: string, machine: Machine): Promise<void> {
  const attempts = path.join(home, 'attempts');
  for (const name of await machine.disk.readdir(attempts).catch(() => [])) {
    const folder = path.join(attempts, name);
    if (madeEnding.test(name) && !(await isAbandoned(folder, machine))) continue;
    const owner = read(
      ownerMark,
      parseJson(await machine.disk.readFile(path.join(folder, ownerFile), 'utf8').catch(() => '')),
    );
    if (owner && (await machine.programs.whichLive([owner.process])).has(owner.process)) continue;
    if (owner) await endAgents(folder, owner.packet, machine);
    await removeFolder(folder, machine);
  }
}

async function isAbandoned(folder: string, { disk, clock, programs }: Machine): Promise<boolean> {
  const pid = madeEnding.exec(folder)?.[1];
  if (pid !== undefined && !(await programs.isRunning(Number(pid)))) return true;
  const stats = await disk.stat(folder).catch(() => undefined);
  return stats !== undefined && clock() - stats.mtimeMs > abandonedMs;
}

async function endAgents(folder: string, packet: string, machine: Machine): Promise<void> {
  const logs = path.join(folder, 'repository', '.git', 'pactwright', 'agents');
  for (const { start, ended, process, keeper } of await readSessionsOf(machine, logs, packet))
    // One that was killed before it could note the program’s id is found by the mark in its environment.
    if (!ended) await machine.programs.endWithDescendants(process ?? keeper, `PACTWRIGHT_SESSION=${start.id}`);
}

const tries = 5;

/** What a program that was just ended still writes can come between. */
export async function removeFolder(folder: string, { disk }: Machine): Promise<void> {
  for (let left = tries; ; left--)
    try {
      await disk.rm(folder, { recursive: true, force: true, maxRetries: 3 });
      return;
    } catch (error) {
      if (left === 0 || !isErrorCode(error, 'ENOTEMPTY')) throw error;
    }
}
