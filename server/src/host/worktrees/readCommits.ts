import path from 'node:path';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import type { ComparedCommits } from '../../workspace/worktreePort.js';
import { findGitFolders } from '../git/gitFolders.js';
import { holdsByFiles, leadsToByFiles } from '../git/looseObjects.js';
import { isHash, outputOf, unreadable } from '../git/output.js';
import type { RunGit } from '../git/runGit.js';

/** The commit that a name stands for; undefined if there is none. @throws the signal's reason once it is aborted. */
export async function readCommitOf(
  run: RunGit,
  { folder }: GitRepository,
  name: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string | undefined>> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}^{commit}`];
  const output = await outputOf(run, { folder, args, fine: [1], signal });
  if (output.kind !== 'answer') return output;
  const commit = output.value.trim();
  return { kind: 'answer', value: isHash(commit) ? commit : undefined };
}

/** @see WorktreeDesk.holds @throws the signal's reason once it is aborted. */
export async function readWhetherHeld(
  run: RunGit,
  { folder, commonFolder }: GitRepository,
  commit: string,
  path: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<boolean>> {
  if (await holdsByFiles(commonFolder, commit, path)) return { kind: 'answer', value: true };
  const args = ['ls-tree', '--full-tree', '--name-only', '-z', commit, '--', path];
  const output = await outputOf(run, { folder, args, signal });
  return output.kind === 'answer' ? { kind: 'answer', value: output.value !== '' } : output;
}

/** @see WorktreeDesk.countBeyond @throws the signal's reason once it is aborted. */
export async function countCommits(
  run: RunGit,
  { folder, commonFolder }: GitRepository,
  commit: string,
  others: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<number>> {
  // The one that work is merged into, and the same of a remote, as a rule.
  for (const other of others.slice(0, 2))
    if (await leadsToByFiles(commonFolder, other, commit)) return { kind: 'answer', value: 0 };
  const input = [commit, ...others.map((other) => `^${other}`), ''].join('\n');
  const output = await outputOf(run, { folder, args: ['rev-list', '--count', '--stdin'], input, signal });
  if (output.kind !== 'answer') return output;
  return /^\d+\n$/.test(output.value) ? { kind: 'answer', value: Number(output.value) } : unreadable('rev-list');
}

/** @see WorktreeGit.compare @throws the signal's reason once it is aborted. */
export async function compareCommits(
  run: RunGit,
  { folder, commonFolder }: GitRepository,
  one: string,
  other: string,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<ComparedCommits>> {
  if (one === other) return { kind: 'answer', value: { isOneInOther: true, isOtherInOne: true } };
  if (await leadsToByFiles(commonFolder, other, one))
    return { kind: 'answer', value: { isOneInOther: true, isOtherInOne: false } };
  const args = ['rev-list', '--left-right', '--count', `${one}...${other}`, '--'];
  const output = await outputOf(run, { folder, args, signal });
  if (output.kind !== 'answer') return output;
  const [, onlyOne, onlyOther] = /^(\d+)\t(\d+)\n$/u.exec(output.value) ?? [];
  if (onlyOne === undefined) return unreadable('rev-list');
  return { kind: 'answer', value: { isOneInOther: onlyOne === '0', isOtherInOne: onlyOther === '0' } };
}

/** @see WorktreeDesk.around @throws the signal's reason once it is aborted. */
export async function readAround(
  run: RunGit,
  { folder, top: own }: GitRepository,
  signal: AbortSignal | undefined,
): Promise<GitAnswer<string | undefined>> {
  // Git looks no further than the repository that the one here lies in.
  if (!(await findGitFolders(path.dirname(own)))) return { kind: 'answer', value: undefined };
  const output = await outputOf(run, { folder, args: ['rev-parse', '--show-superproject-working-tree'], signal });
  if (output.kind !== 'answer') return output;
  const top = output.value.replace(/\n$/, '');
  return { kind: 'answer', value: top === '' ? undefined : top };
}
