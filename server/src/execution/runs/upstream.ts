import { Refused } from '../../operations/errorCodes.js';
import type { StepResult } from '../../runs/event.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runQuietly } from '../programs/runQuietly.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { lastLine, networkGit } from '../executor/networkGit.js';
import { moveBranch } from './moveBranch.js';
import { commitOf, compareCommits, findBranches, type RunRepository } from './packetPlace.js';

/** The target of a run as a remote has it. */
export interface Upstream {
  /** Brings the target here up to what the remote has. @returns why that cannot be. @throws Refused; the signal's reason. */
  readonly pull: (desk: PhaseDesk) => Promise<StepResult | undefined>;
  /** Moves the target there, from the commit that `pull` saw and from no other. @throws Refused; the signal's reason. */
  readonly push: (commit: string, desk: PhaseDesk) => Promise<'pushed' | 'raced'>;
}

/** @param remote by name. @param mayBeNew whether the remote may not have the target yet. */
export function createUpstream(repository: RunRepository, remote: string, mayBeNew = false): Upstream {
  const { main, target } = repository;
  const here = `refs/heads/${target}`;
  const there = `refs/remotes/${remote}/${target}`;
  return {
    pull: async (desk) => {
      // A pattern may fit nothing.
      const pattern = mayBeNew ? '*' : '';
      const refs = `+${here}${pattern}:${there}${pattern}`;
      await networkGit(['fetch', '--quiet', '--no-tags', remote, refs], main.top, desk);
      const git = repositoryGit(desk.machine, main, desk.signal);
      const found = (await findBranches(main, [target], desk)).get(target);
      const theirs = await commitOf(git, there);
      if (mayBeNew && (found === undefined || theirs === undefined)) return undefined;
      if (found === undefined || theirs === undefined) throw new Refused('failed', `there is no branch ${target}`);
      const { isOneInOther: isNew, isOtherInOne: isKnown } = await compareCommits(main, found.commit, theirs, desk);
      if (isKnown) return undefined;
      if (!isNew)
        return {
          outcome: 'asks',
          question: `${target} and ${remote}/${target} have diverged: rebase or merge ${target}, push it, and \`pactwright run answer\` continues`,
        };
      const move = { repository, old: found.commit, commit: theirs, reason: `pull ${remote}`, desk };
      const moved = await moveBranch(move);
      if (moved === 'raced') throw new Refused('failed', `${target} keeps moving`);
      return moved === 'moved' ? undefined : moved;
    },
    push: async (commit, desk) => {
      const git = repositoryGit(desk.machine, main, desk.signal);
      const expected = (await commitOf(git, there)) ?? '';
      const args = [
        'push',
        '--quiet',
        '--porcelain',
        `--force-with-lease=${here}:${expected}`,
        remote,
        `${commit}:${here}`,
      ];
      const { code, output, errors } = await runQuietly('git', args, main.top, desk);
      if (code === 0) return 'pushed';
      if (/stale info|fetch first|non-fast-forward|failed to update ref|cannot lock ref/u.test(output + errors))
        return 'raced';
      throw new Refused('failed', `${target} was not pushed to ${remote}: ${lastLine(errors)}`);
    },
  };
}
