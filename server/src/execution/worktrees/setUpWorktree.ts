import path from 'node:path';
import { describeError } from '../../base/errors.js';
import { relativePath } from '../../base/relativePath.js';
import type { Machine } from '../../workspace/machine.js';
import type { WorktreeConfiguration } from '../../workspace/configuration.js';
import type { GitRepository } from '../../workspace/ports.js';
import { configurationOf } from '../mergeDriver/projects.js';
import type { RepositoryPlace } from '../executor/repositoryPlaces.js';
import type { StepEvent } from '../executor/runSteps.js';
import { linkDependencies } from '../gates/dependencyLinks.js';
import { readApprovals } from '../gates/approvals.js';
import { runProgram } from '../programs/runProgram.js';
import { findPorts, portVariables, readSetUp, withPorts, writeSetUp } from './setUpState.js';

export interface SetUpDesk {
  readonly machine: Machine;
  /** Shows the person a warning: one line. */
  readonly warn: (text: string) => void;
  readonly tell: (event: StepEvent) => void;
  /** Asks whether a command that is not allowed yet may run this once. */
  readonly allows?: ((command: readonly string[]) => Promise<boolean>) | undefined;
  readonly signal: AbortSignal;
}

/**
 * Sets up a worktree: copies ignored files, assigns ports and runs the setup commands; without such commands, links the packages that
 * are installed in the folder it is created from. A worktree that is set up is not touched again. Failures are reported, and the setup
 * is tried again the next time.
 *
 * @param top of the worktree: absolute.
 * @param from the project it is created from.
 * @throws the signal's reason.
 */
export async function setUpWorktree(top: string, from: RepositoryPlace, desk: SetUpDesk): Promise<void> {
  const { machine, warn, signal } = desk;
  const { repository, root } = from;
  if (!repository || repository.top === top) return;
  const folder = path.join(top, repository.prefix);
  const { worktrees: configuration } = await configurationOf(machine, folder);
  const there = await readSetUp(machine, folder);
  if (there?.isReady) return;
  try {
    const ports = there?.ports ?? (await findPorts(machine, repository, configuration.ports, signal));
    // After a kill, the same ports are used.
    if (Object.keys(ports).length > 0) await writeSetUp(machine, folder, { ports, isReady: false });
    await copyFiles(root, folder, configuration.copy, ports, desk);
    let problem: string | undefined;
    if (configuration.setup.length > 0) problem = await runCommands(folder, configuration, repository, ports, desk);
    else await linkPackages(repository, top, desk);
    if (problem === undefined) await writeSetUp(machine, folder, { ports, isReady: true });
    else warn(`the worktree ${top} is not set up: ${problem}`);
  } catch (error) {
    signal.throwIfAborted();
    warn(`the worktree ${top} is not set up: ${describeError(error)}`);
  }
}

/** Copies files that git ignores on both sides; others would count as work. Existing files stay. */
async function copyFiles(
  root: string,
  folder: string,
  files: WorktreeConfiguration['copy'],
  ports: Readonly<Record<string, number>>,
  { machine, warn, tell, signal }: SetUpDesk,
): Promise<void> {
  const found: { readonly file: string; readonly source: string; readonly target: string }[] = [];
  for (const file of files) {
    const source = await machine.disk.insideRoot(root, file).catch(() => undefined);
    const target = await machine.disk.insideRoot(folder, file).catch(() => undefined);
    if (source === undefined || target === undefined || !(await machine.disk.exists(source))) continue;
    if (!(await machine.disk.exists(target))) found.push({ file, source, target });
  }
  const names = found.map(({ file }) => file);
  const ignored = await machine.git.ignored(folder, names, signal);
  for (const { file, source, target } of found) {
    if (ignored.kind !== 'answer' || !ignored.value.has(file)) {
      warn(`${file} is not copied to the worktree: git does not ignore it there`);
      continue;
    }
    const bytes = await machine.disk.readFile(source);
    const text = bytes.toString('utf8');
    const { mode } = await machine.disk.stat(source);
    await machine.disk.makeFolder(path.dirname(target));
    // Binary files have no ports to replace.
    const content = Buffer.from(text).equals(bytes) ? withPorts(text, ports) : bytes;
    await machine.disk.writeFile(target, content, { mode: mode & 0o777, flag: 'wx' });
    tell({ event: 'done', what: `copied ${file} to the worktree` });
  }
}

/** @returns the problem, as half a sentence; undefined if all succeeded. */
async function runCommands(
  folder: string,
  { setup }: WorktreeConfiguration,
  repository: GitRepository,
  ports: Readonly<Record<string, number>>,
  desk: SetUpDesk,
): Promise<string | undefined> {
  const { machine, signal, tell, allows } = desk;
  const isApproved = await readApprovals(machine, { root: folder, repository });
  for (const command of setup) {
    const [word = '', ...args] = command;
    const shown = command.join(' ');
    if (!isApproved(command) && !(await allows?.(command)))
      return `\`${shown}\` comes from the repository and is not allowed to run here: start the phase in a terminal, which asks, or pass it --trust-commands`;
    tell({ event: 'condition', title: `running \`${shown}\`` });
    const end = await runProgram({
      program: { kind: 'declared', word },
      args,
      root: folder,
      folder,
      machine,
      env: { ...machine.places.env, ELECTRON_RUN_AS_NODE: undefined, ...portVariables(ports) },
      keepOutput: false,
      onOutput: () => undefined,
      signal,
    });
    signal.throwIfAborted();
    if (end.kind === 'ended' && end.code === 0) tell({ event: 'done', what: `ran ${shown}` });
    else return `\`${shown}\` failed: ${failureOf(end)}`;
  }
  return undefined;
}

function failureOf(end: Awaited<ReturnType<typeof runProgram>>): string {
  if (end.kind === 'brokenOff') return 'it was stopped';
  const last = end.said.trim().split('\n').at(-1) ?? '';
  if (end.kind === 'ended') return last === '' ? `exit code ${String(end.code)}` : last;
  return end.message;
}

/** Keeps only links that git ignores: the pattern `.venv/` matches a folder, not a link. */
async function linkPackages({ top: from }: GitRepository, top: string, { machine, signal }: SetUpDesk): Promise<void> {
  const made = await linkDependencies(machine, await machine.disk.realOf(from), await machine.disk.realOf(top));
  if (made.length === 0) return;
  const repository = await machine.git.repository(top, signal);
  const status = repository.kind === 'answer' ? await machine.git.status(repository.value, signal) : repository;
  for (const name of status.kind === 'answer' ? status.value.changed : []) {
    const file = path.join(top, ...name.split('/'));
    const isOurs = made.some((one) => relativePath(path.join(top, one), file) !== undefined);
    if (isOurs && (await machine.disk.lstat(file)).isSymbolicLink()) await machine.disk.unlink(file);
  }
}
