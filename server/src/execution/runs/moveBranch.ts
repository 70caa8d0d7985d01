import path from 'node:path';
import { Refused } from '../../operations/errorCodes.js';
import type { StepResult } from '../../runs/event.js';
import { lastLine, linesOf } from '../executor/networkGit.js';
import { runQuietly } from '../programs/runQuietly.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { compareCommits, findBranches, type RunRepository } from './packetPlace.js';

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
export async function moveBranch({
  repository,
  old,
  commit,
  reason,
  desk,
}: Move): Promise<'moved' | 'raced' | StepResult> {
  const { main, target } = repository;
  // A person may have changed branches since the last look.
  const now = (await findBranches(main, [target], desk)).get(target);
  if (now?.commit !== old) return 'raced';
  const place = now.path;
  const isMerge = place !== undefined;
  const args = isMerge
    ? ['merge', '--ff-only', '--quiet', commit]
    : ['update-ref', '-m', reason, `refs/heads/${target}`, commit, old];
  const { code, output, errors } = await runQuietly('git', args, place ?? main.top, desk);
  // A folder may have come to another branch meanwhile, and a git that is killed may have moved it.
  if (!isMerge && code === 0) return 'moved';
  const then = (await findBranches(main, [target], desk)).get(target)?.commit;
  if (then === commit) return 'moved';
  if (then !== undefined && (await compareCommits(main, commit, then, desk)).isOneInOther) return 'moved';
  if (then !== old) return 'raced';
  if (isMerge && /overwritten by merge|would be overwritten/u.test(errors))
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
