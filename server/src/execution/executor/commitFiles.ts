import type { Machine } from '../../workspace/machine.js';
import { Refused } from '../../operations/errorCodes.js';
import { excerpt } from '../../base/excerpt.js';
import type { GitRepository } from '../../workspace/ports.js';
import { type ProgramDesk, runQuietly } from '../programs/runQuietly.js';

/**
 * Commits files as the person would: with their hooks, which may take long, and their signature. What else is changed or in the index
 * stays as it is.
 *
 * @param paths relative to the top of the repository; those without changes are skipped.
 * @throws Refused with what git said, line by line; the signal's reason once it is aborted.
 */
export async function commitFiles(
  repository: GitRepository,
  paths: readonly string[],
  message: string,
  desk: ProgramDesk,
): Promise<void> {
  const wanted = new Set(paths);
  const changed = async (): Promise<readonly string[]> =>
    (await uncommitted(desk.machine, repository, desk.signal)).filter((path) => wanted.has(path));
  const some = await changed();
  if (some.length === 0) return;
  // `git add` takes none at all where one is in neither the index nor the folder, as `git rm` and `git mv` leave it.
  const add = ['update-index', '--add', '--remove', '--replace', '-z', '--stdin'];
  await runGit(repository, add, desk, some.map((path) => `${path}\0`).join(''));
  // One that was in the index alone, and is gone from the folder, is in neither now.
  const left = await changed();
  if (left.length === 0) return;
  // Said of all at once, by an option of git's own, it would hold for the patterns in hooks, too.
  const literal = left.map((path) => `:(literal)${path}`);
  await runGit(repository, ['commit', '--quiet', `--message=${message}`, '--', ...literal], desk);
}

/** The files of the whole worktree that have changes, relative to its top. @throws Refused */
export async function uncommitted(
  machine: Machine,
  repository: GitRepository,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (await machine.worktreeGit.isClean(repository)) return [];
  const status = await machine.git.status({ ...repository, folder: repository.top, prefix: '' }, signal);
  if (status.kind === 'answer') return status.value.changed;
  throw new Refused('failed', `cannot list the changes: ${status.message}`);
}

/** Of what hooks print. */
const mostLines = 40;
const longestLine = 300;

async function runGit(
  { top }: GitRepository,
  args: readonly string[],
  desk: ProgramDesk,
  input?: string,
): Promise<void> {
  const { code, output, errors } = await runQuietly('git', args, top, desk, input);
  if (code === 0) return;
  const lines = [output, errors].flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  // Where a key is missing git says no more than that.
  const isAboutSigning = lines.some((line) => /\bgpg\b|user\.signingkey|failed to write commit object/iu.test(line));
  throw new Refused(
    'failed',
    `git did not create the commit, and the files are unchanged: fix what it reports${
      isAboutSigning ? ' (commits are signed here: make sure your key is available through ssh-agent or GPG_TTY)' : ''
    } and run the phase again, or commit manually`,
    lines.slice(-mostLines).map((line) => excerpt(line, longestLine)),
  );
}
