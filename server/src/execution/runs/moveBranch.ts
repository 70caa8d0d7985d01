import path from 'node:path';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import type { StepResult } from '../../runs/event.js';
import { lastLine, linesOf } from '../executor/networkGit.js';
import { runQuietly } from '../programs/runQuietly.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { commitOf, isAncestor, type RunRepository } from './packetPlace.js';

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
  const ref = `refs/heads/${target}`;
  const git = repositoryGit(desk.machine, main, desk.signal);
  const listed = orRefused(await desk.machine.git.worktrees(main, desk.signal));
  const place = listed.find((one) => one.branch === target && !one.prunable && !one.bare);
  const args = place ? ['merge', '--ff-only', '--quiet', commit] : ['update-ref', '-m', reason, ref, commit, old];
  const { code, output, errors } = await runQuietly('git', args, place?.path ?? main.top, desk);
  if (await isAncestor(git, commit, ref)) return 'moved';
  if ((await commitOf(git, ref)) !== old) return 'raced';
  if (place && /overwritten by merge|would be overwritten/u.test(errors))
    return {
      outcome: 'asks',
      question: `${target} cannot be moved for “${reason}”, because files that change have uncommitted changes in ${place.path}: commit or stash them (${linesOf(
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
