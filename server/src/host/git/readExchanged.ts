import { readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { GitAnswer, GitRepository } from '../../workspace/ports.js';
import { outputOf, unreadable } from './output.js';
import type { RunGit } from './runGit.js';

/** What makes git keep another content than the file has: https://git-scm.com/docs/gitattributes. */
const attributes = ['filter', 'working-tree-encoding'];
const mayExchange = /\bfilter\b|\bworking-tree-encoding\b/u;

/** @throws the signal's reason once it is aborted. */
export async function readExchanged(
  run: RunGit,
  { top, gitFolder, commonFolder }: GitRepository,
  paths: readonly string[],
  signal: AbortSignal | undefined,
): Promise<GitAnswer<readonly string[]>> {
  if (paths.length === 0 || !(await saysOtherwise(gitFolder, commonFolder))) return { kind: 'answer', value: [] };
  const input = paths.map((file) => `${file}\0`).join('');
  const output = await outputOf(run, {
    folder: top,
    args: ['check-attr', '-z', '--stdin', ...attributes],
    input,
    signal,
  });
  if (output.kind !== 'answer') return output;
  const parts = output.value.split('\0');
  if (parts.pop() !== '' || parts.length % 3 !== 0) return unreadable('check-attr');
  const found = new Set<string>();
  for (let at = 0; at < parts.length; at += 3)
    if (!['unspecified', 'unset'].includes(parts[at + 2] ?? '')) found.add(parts[at] ?? '');
  return { kind: 'answer', value: [...found] };
}

/** Whether a file of attributes that is not in git may exchange contents; or whether the repository names one of its own. */
async function saysOtherwise(gitFolder: string, commonFolder: string): Promise<boolean> {
  const user = path.join(process.env['XDG_CONFIG_HOME'] || path.join(os.homedir(), '.config'), 'git', 'attributes');
  const files = [path.join(commonFolder, 'info', 'attributes'), user];
  const settings = [path.join(commonFolder, 'config'), path.join(gitFolder, 'config.worktree')];
  return (await holds(files, mayExchange)) || (await holds(settings, /^\s*(?:attributesfile|path)\s*=/imu));
}

async function holds(files: readonly string[], words: RegExp): Promise<boolean> {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => '')));
  return texts.some((text) => words.test(text));
}
