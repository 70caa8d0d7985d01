import path from 'node:path';
import { durationWords } from '../../base/duration.js';
import { Refused } from '../../operations/errorCodes.js';
import type { StepResult } from '../../runs/event.js';
import type { GitRepository } from '../../workspace/ports.js';
import { lastLine, linesOf, untidied } from '../executor/networkGit.js';
import { runQuietly } from '../programs/runQuietly.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { lockOf, markMerge, undoHalfMerge, unlockKilled } from './halfMerge.js';
import { compareCommits, findBranches, openWorktree, type RunRepository } from './packetPlace.js';

interface Move {
  readonly repository: RunRepository;
  /** What the target has now. */
  readonly old: string;
  /** What it is to have: a descendant. */
  readonly commit: string;
  /** For the reflog. */
  readonly reason: string;
  readonly desk: PhaseDesk;
}

/**
 * Moves the target from the commit that it has, and from no other; where it is checked out, with the files.
 *
 * @returns a question where a person's own changes are in the files that would change.
 * @throws Refused; the signal's reason.
 */
export async function moveBranch(move: Move, isAgain = false): Promise<'moved' | 'raced' | StepResult> {
  const { repository, old, commit, reason, desk } = move;
  const { main, target } = repository;
  // A person may have changed branches since the last look.
  const now = (await findBranches(main, [target], desk)).get(target);
  if (now?.commit !== old) return 'raced';
  const place = now.path;
  const own = place === undefined ? undefined : await openMerge({ path: place }, move);
  const { code, output, errors } = own
    ? await markMerge(own, { head: old, theirs: commit }, desk, () =>
        runQuietly('git', [...untidied, 'merge', '--ff-only', '--quiet', commit], own.top, desk),
      )
    : await runQuietly('git', ['update-ref', '-m', reason, `refs/heads/${target}`, commit, old], main.top, desk);
  // A folder may have come to another branch meanwhile, and a git that is killed may have moved it.
  if (!own && code === 0) return 'moved';
  const then = (await findBranches(main, [target], desk)).get(target)?.commit;
  if (then === commit) return 'moved';
  if (then !== undefined && (await compareCommits(main, commit, then, desk)).isOneInOther) return 'moved';
  if (then !== old) return 'raced';
  if (own && code === null && !isAgain) {
    await unlockKilled(own, desk);
    return moveBranch(move, true);
  }
  if (own && /overwritten by merge|would be overwritten/u.test(errors))
    return {
      outcome: 'asks',
      question: `${target} cannot be moved for “${reason}”, because files that change have uncommitted changes in ${own.top}: commit or stash them (${linesOf(
        errors,
      )
        .filter((line) => line.startsWith('\t'))
        .map((line) => path.normalize(line.trim()))
        .join(', ')})`,
    };
  throw new Refused(
    'failed',
    `${target} was not moved (exit code ${code ?? 'none'}): ${lastLine(`${output}\n${errors}`)}`,
  );
}

/** The folder of the target, as it was before any git of ours was killed there. @throws Refused */
async function openMerge(place: { readonly path: string }, { repository, desk }: Move): Promise<GitRepository> {
  const own = await openWorktree(place, '', desk);
  const { disk, clock } = desk.machine;
  const lock = lockOf(own);
  const made = await disk.stat(lock).catch(() => undefined);
  if (made)
    throw new Refused(
      'failed',
      `${repository.target} was not moved: ${lock} is ${durationWords(clock() - made.mtimeMs)} old. Either git is working in ${own.top}, or it was killed there: wait until it ends, or delete the file if no git is running`,
    );
  await undoHalfMerge(own, desk);
  return own;
}
