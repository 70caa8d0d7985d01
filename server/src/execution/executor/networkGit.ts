import { Refused } from '../../operations/errorCodes.js';
import type { RefChange } from '../../workspace/worktreePort.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';

/** Runs git where it may reach the network, as the person would. @throws Refused with what git said; the signal's reason. */
export async function networkGit(args: readonly string[], folder: string, desk: ProgramDesk): Promise<string> {
  const { code, output, errors } = await runQuietly('git', args, folder, desk);
  if (code === 0) return output;
  const said = errors.split('\n');
  const why =
    said.find((line) => /\[(?:remote )?rejected\]/u.test(line)) ??
    said.find((line) => /^(?:fatal|error|remote): /u.test(line)) ??
    lastLine(errors);
  throw new Refused('failed', `git ${args.find((word) => /^[a-z][a-z-]*$/u.test(word)) ?? ''} failed: ${why.trim()}`);
}

/** What makes and removes worktrees: git removes one with all that its status does not show. */
const worktreeConfig = ['-c', 'core.fsmonitor=false', '-c', 'status.showUntrackedFiles=all'];

/** For merges: git looks whether to tidy up after each commit of an agent, and need not again. */
export const untidied = ['-c', 'maintenance.auto=false'];

/**
 * Runs git where it makes or removes a worktree: as the person would, as it may fetch files, and ask filters and hooks; but in one
 * language, so that the lock is known that git holds meanwhile.
 *
 * @throws Refused with what git said; the signal's reason.
 */
export function worktreeGit(args: readonly string[], folder: string, desk: ProgramDesk): Promise<string> {
  return networkGit([...worktreeConfig, ...args], folder, { ...desk, env: { ...desk.env, LC_ALL: 'C' } });
}

/**
 * Makes a ref, or deletes it where it holds `from`.
 *
 * @param folder in the repository: absolute.
 * @throws Refused with what git said; the signal's reason.
 */
export async function changeRef(change: RefChange, folder: string, desk: ProgramDesk): Promise<void> {
  desk.signal.throwIfAborted();
  if (await desk.machine.refs?.change(folder, change, desk.signal)) return;
  const { ref, from = '', to } = change;
  await worktreeGit(['update-ref', ...(to === undefined ? ['-d', ref, from] : [ref, to, ''])], folder, desk);
}

/** The lines of a text that say something. */
export function linesOf(text: string): readonly string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

/** The last of what a program said, as git says at the end why it failed. */
export function lastLine(text: string): string {
  return linesOf(text).at(-1)?.trim() ?? 'git says nothing';
}
