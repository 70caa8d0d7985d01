import path from 'node:path';
import { Refused } from '../../operations/errorCodes.js';
import type { StepResult } from '../../runs/event.js';
import { lastLine, linesOf } from '../executor/networkGit.js';
import { runQuietly } from '../programs/runQuietly.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { undoHalfMerge } from './halfMerge.js';
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
  const args =
    place === undefined
      ? ['update-ref', '-m', reason, `refs/heads/${target}`, commit, old]
      : ['merge', '--ff-only', '--quiet', commit];
  const begun = desk.machine.clock();
  const { code, output, errors } = await runQuietly('git', args, place ?? main.top, desk);
  // A folder may have come to another branch meanwhile, and a git that is killed may have moved it.
  if (place === undefined && code === 0) return 'moved';
  const then = (await findBranches(main, [target], desk)).get(target)?.commit;
  if (then === commit) return 'moved';
  if (then !== undefined && (await compareCommits(main, commit, then, desk)).isOneInOther) return 'moved';
  if (then !== old) return 'raced';
  if (place !== undefined && !isAgain && (await undoKilled(place, { code, begun }, move)))
    return moveBranch(move, true);
  if (place !== undefined && /overwritten by merge|would be overwritten/u.test(errors))
    return {
      outcome: 'asks',
      question: `${target} cannot be moved for “${reason}”, because files that change have uncommitted changes in ${place}: commit or stash them (${linesOf(
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

/** Takes back what a git that was killed has left in the folder of the target. @returns whether there was anything. */
async function undoKilled(
  place: string,
  { code, begun }: { readonly code: number | null; readonly begun: number },
  { commit, desk }: Move,
): Promise<boolean> {
  const own = await openWorktree({ path: place }, '', desk);
  const lock = path.join(own.gitFolder, 'index.lock');
  const { disk } = desk.machine;
  const made = code === null ? await disk.stat(lock).catch(() => undefined) : undefined;
  const isOurs = made !== undefined && made.mtimeMs >= begun;
  if (isOurs) await disk.unlink(lock);
  return (await undoHalfMerge(own, commit, desk)) || isOurs;
}
