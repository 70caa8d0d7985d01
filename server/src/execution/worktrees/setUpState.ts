import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { object, read, recordOf } from '../../base/schema.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { removeLocalFile, writeLocalFile } from '../agents/localFiles.js';

const fileName = 'worktree.json';

const setUpState = object({ version: v.literal(1), ports: recordOf(v.number()), isReady: v.boolean() });

/** What a worktree was given. */
export interface SetUpState {
  /** By the variables that name them. */
  readonly ports: Readonly<Record<string, number>>;
  /** Whether all of it has succeeded. */
  readonly isReady: boolean;
}

/** @param folder the project in the worktree: absolute. @returns undefined where nothing was begun. */
export async function readSetUp(machine: Machine, folder: string): Promise<SetUpState | undefined> {
  const file = path.join(folder, '.pactwright', 'local', fileName);
  return read(setUpState, parseJson(await machine.disk.readFile(file, 'utf8').catch(() => '')));
}

/** @throws the error of the operating system. */
export async function writeSetUp(machine: Machine, folder: string, state: SetUpState): Promise<void> {
  await removeLocalFile(machine, folder, fileName);
  await writeLocalFile(machine, folder, fileName, JSON.stringify({ version: 1, ...state }));
}

/** So far apart are the ports of one worktree and the next: more than a project names in a row. */
const distance = 100;

const highestPort = 65_535;

/**
 * Ports that no other worktree has: those of the main checkout, moved on by the first hundred that is free.
 *
 * @throws the signal's reason.
 */
export async function findPorts(
  machine: Machine,
  repository: GitRepository,
  ports: ReadonlyMap<string, number>,
  signal: AbortSignal,
): Promise<Readonly<Record<string, number>>> {
  if (ports.size === 0) return {};
  const listed = await machine.git.worktrees(repository, signal);
  const taken = new Set<number>();
  for (const { path: top } of listed.kind === 'answer' ? listed.value : [])
    for (const port of Object.values((await readSetUp(machine, path.join(top, repository.prefix)))?.ports ?? {}))
      taken.add(port);
  for (let moved = distance; ; moved += distance) {
    const found = Array.from(ports, ([name, port]) => [name, port + moved] as const);
    if (found.some(([, port]) => port > highestPort))
      throw new Error('there are no more ports for it: remove worktrees that you no longer need');
    if (found.every(([, port]) => !taken.has(port))) return Object.fromEntries(found);
  }
}

/** A text of variables (`PORT=3000`) with the ports of a worktree in place of those it says. */
export function withPorts(text: string, ports: Readonly<Record<string, number>>): string {
  return text.replace(/^((?:export[ \t]+)?(\w+)[ \t]*=[ \t]*)(["']?)\d+\3(?=\s|$)/gmu, (line, start, name, quote) => {
    const port = ports[String(name)];
    return port === undefined ? line : `${String(start)}${String(quote)}${port}${String(quote)}`;
  });
}
