import path from 'node:path';
import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { object, read, recordOf } from '../../base/schema.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { removeLocalFile, writeLocalFile } from '../agents/localFiles.js';

const fileName = 'worktree.json';

const setUpState = object({ version: v.literal(1), ports: recordOf(v.number()), isReady: v.boolean() });

/** The setup of a worktree. */
export interface SetUpState {
  /** By variable. */
  readonly ports: Readonly<Record<string, number>>;
  /** Whether every step has succeeded. */
  readonly isReady: boolean;
}

/** @param folder the project in the worktree: absolute. @returns undefined if no setup has started. */
export async function readSetUp(machine: Machine, folder: string): Promise<SetUpState | undefined> {
  const file = path.join(folder, '.pactwright', 'local', fileName);
  return read(setUpState, parseJson(await machine.disk.readFile(file, 'utf8').catch(() => '')));
}

/** The ports of a worktree as environment variables, which `worktrees.ports` names. @param folder as above. */
export async function readPortVariables(machine: Machine, folder: string): Promise<Readonly<Record<string, string>>> {
  return portVariables((await readSetUp(machine, folder))?.ports ?? {});
}

export function portVariables(ports: Readonly<Record<string, number>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)]));
}

/** @throws the error of the operating system. */
export async function writeSetUp(machine: Machine, folder: string, state: SetUpState): Promise<void> {
  await removeLocalFile(machine, folder, fileName);
  await writeLocalFile(machine, folder, fileName, JSON.stringify({ version: 1, ...state }));
}

/** The distance between the ports of two worktrees: larger than the range a project uses. */
const distance = 100;

const highestPort = 65_535;

/**
 * Ports that no other worktree has: those of the main checkout plus the first free multiple of a hundred.
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
      throw new Error('no ports are left: remove worktrees that you no longer need');
    if (found.every(([, port]) => !taken.has(port))) return Object.fromEntries(found);
  }
}

/** A text of variables (`PORT=3000`) with the ports of a worktree instead of its own. */
export function withPorts(text: string, ports: Readonly<Record<string, number>>): string {
  return text.replace(/^((?:export[ \t]+)?(\w+)[ \t]*=[ \t]*)(["']?)\d+\3(?=\s|$)/gmu, (line, start, name, quote) => {
    const port = ports[String(name)];
    return port === undefined ? line : `${String(start)}${String(quote)}${port}${String(quote)}`;
  });
}
