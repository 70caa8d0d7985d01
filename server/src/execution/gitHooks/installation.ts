import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { decodeText } from '../../base/decodeText.js';
import { UsageError } from '../../base/usageError.js';
import { findProjectAbove } from '../../workspace/findProjects.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { type GitEvent, gitEvents } from '../hooks/gitEvents.js';
import {
  asideName,
  type Caller,
  holdsCall,
  isOnlyOurs,
  isShellScript,
  launcherOf,
  newHook,
  withCall,
  withoutCall,
} from './hookText.js';

/** A worktree, and where git finds its hooks. */
export interface Hooks {
  /** The top of the worktree; absolute. */
  readonly top: string;
  /** Absolute. */
  readonly folder: string;
  readonly caller: Caller;
  /** Husky starts a shell with each file of its folder, whether it can be executed or not. */
  readonly isHusky: boolean;
}

/** `outdated`: some of it is missing, or another program is named. */
export type HooksState = 'installed' | 'outdated' | 'absent';

/**
 * The hooks of the repository that a project is in.
 *
 * @param root of a project, or a folder in one: absolute.
 * @throws UsageError if there is no repository, or hooks are shared by all repositories of the user.
 */
export async function findHooks(machine: Machine, root: string, signal: AbortSignal): Promise<Hooks> {
  const answer = await machine.git.repository((await findProjectAbove(root, machine.files)) ?? root, signal);
  if (answer.kind !== 'answer') throw new UsageError(`${answer.message}, but hooks belong to a git repository`);
  const { top, commonFolder, prefix } = answer.value;
  const set = await hooksPathOf(machine, answer.value, signal);
  if (set === undefined) return { top, folder: path.join(commonFolder, 'hooks'), caller: machine.self, isHusky: false };
  const isHusky = path.basename(set) === '_' && path.basename(path.dirname(set)) === '.husky';
  const folder = isHusky ? path.dirname(set) : set;
  const isOfClone = isBelow(commonFolder, folder) || !isBelow(top, folder);
  return { top, folder, caller: isOfClone ? machine.self : launcherOf(prefix), isHusky };
}

const isBelow = (folder: string, file: string): boolean => file.startsWith(`${folder}${path.sep}`);

/** Where git is set to look for hooks; absolute. */
async function hooksPathOf(machine: Machine, { top }: GitRepository, signal: AbortSignal): Promise<string | undefined> {
  const args = ['config', '--show-scope', '--type=path', '--get', 'core.hooksPath'];
  const said = answerOf(await machine.runGit(top, args, signal, { fine: [1] })).trim();
  const [scope, value] = said.split('\t');
  if (scope === undefined || value === undefined || value === '') return undefined;
  if (scope !== 'local' && scope !== 'worktree')
    throw new UsageError(
      `core.hooksPath of your ${scope} configuration is ${value}, for all repositories, so no hooks are installed there: call \`pactwright hook git pre-commit\` (commit-msg, pre-push) in those, or set core.hooksPath in this repository`,
    );
  return path.resolve(top, value);
}

/** @throws UsageError if the disk refuses. */
export async function stateOf(machine: Machine, hooks: Hooks): Promise<HooksState> {
  const files = await Promise.all(gitEvents.map((event) => readHook(machine, hooks, event)));
  if (files.every(({ text }) => !holdsCall(text ?? ''))) return 'absent';
  const isCurrent = files.every(
    ({ text, event, runs }) => text !== undefined && runs && text === withCall(text, event, hooks.caller),
  );
  return isCurrent ? 'installed' : 'outdated';
}

/** Hooks that are there are called after ours. @throws UsageError if the disk refuses. */
export async function installHooks(machine: Machine, hooks: Hooks): Promise<void> {
  await machine.disk.mkdir(hooks.folder, { recursive: true });
  for (const event of gitEvents) {
    const { file, text, isThere, runs } = await readHook(machine, hooks, event);
    // One that git skips today must not run tomorrow because of us.
    const isKept = isThere && (!isShellScript(text) || !runs);
    if (isKept) await move(machine, file, path.join(hooks.folder, asideName(event)));
    const [before, chains] = isKept ? [undefined, true] : [text, false];
    const after = before === undefined ? newHook(event, hooks.caller, chains) : withCall(before, event, hooks.caller);
    await write(machine, file, before, after);
    await machine.disk.chmod(file, 0o755);
  }
}

/** Gives back what was there before. @throws UsageError if the disk refuses. */
export async function uninstallHooks(machine: Machine, hooks: Hooks): Promise<void> {
  for (const event of gitEvents) {
    const { file, text } = await readHook(machine, hooks, event);
    if (text === undefined || !holdsCall(text)) continue;
    if (!isOnlyOurs(text, event)) {
      await write(machine, file, text, withoutCall(text));
      continue;
    }
    await machine.disk.unlink(file);
    const aside = path.join(hooks.folder, asideName(event));
    if (await machine.disk.exists(aside)) await move(machine, aside, file);
  }
}

interface HookFile {
  readonly event: GitEvent;
  /** Absolute. */
  readonly file: string;
  readonly isThere: boolean;
  /** Undefined also where it is a link, or no text. */
  readonly text: string | undefined;
  readonly runs: boolean;
}

async function readHook({ disk, places }: Machine, hooks: Hooks, event: GitEvent): Promise<HookFile> {
  const file = path.join(hooks.folder, event);
  const stat = await disk.lstat(file).catch(() => undefined);
  if (!stat) return { event, file, isThere: false, text: undefined, runs: false };
  const decoded = stat.isFile() ? decodeText(await disk.readFile(file)) : undefined;
  const runs = hooks.isHusky || places.platform === 'win32' || (stat.mode & 0o100) !== 0;
  return { event, file, isThere: true, text: decoded?.kind === 'text' ? decoded.text : undefined, runs };
}

async function move({ disk }: Machine, from: string, to: string): Promise<void> {
  if (await disk.exists(to)) throw new UsageError(`${from} is unchanged, because ${to} exists: remove one of them`);
  await disk.rename(from, to);
}

async function write({ disk }: Machine, file: string, before: string | undefined, after: string): Promise<void> {
  if (before === after) return;
  const written = await disk.writeAtomically(file, after, before === undefined ? undefined : contentHash(before));
  if (written.kind !== 'written') throw new UsageError(written.message);
}

function answerOf<T>(answer: GitAnswer<T>): T {
  if (answer.kind === 'answer') return answer.value;
  throw new UsageError(answer.message);
}
