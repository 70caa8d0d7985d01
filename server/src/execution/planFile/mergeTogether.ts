import path from 'node:path';
import { describeError } from '../../base/errors.js';
import type { Job } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import { mergeInBatches } from '../../runs/mergeQueue.js';
import type { GitRepository } from '../../workspace/ports.js';
import { untidied } from '../executor/networkGit.js';
import { uncommitted } from '../executor/commitFiles.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runQuietly } from '../programs/runQuietly.js';
import { moveBranch } from '../runs/moveBranch.js';
import {
  commitOf,
  findBranches,
  findPacketPlace,
  isAncestor,
  openWorktree,
  type RunRepository,
} from '../runs/packetPlace.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';

/** What is merged together. */
export interface Batch {
  readonly run: string;
  readonly repository: RunRepository;
  readonly desk: PhaseDesk;
  /** Merges one packet, as without a batch. */
  readonly alone: (job: Job) => Promise<StepResult>;
  /** Makes a new worktree ready for work. */
  readonly setUp: (top: string) => Promise<void>;
  /** What is wrong with the files of a worktree that holds these packets. */
  readonly judge: (jobs: readonly Job[], own: GitRepository) => Promise<StepResult | undefined>;
  /** How each ended, by the key of its job; it is filled while they are merged. */
  readonly results: Map<string, StepResult>;
}

/** Git cannot put them together, or the target keeps moving: each is merged alone, where that is dealt with. */
const notTogether: StepResult = { outcome: 'back', note: 'the packets cannot be merged together' };

/** So often somebody else may move the target while the files are judged. */
const mostRaces = 5;

/**
 * Merges packets in batches, in a worktree of their own: the files of all of them are judged once, and the target moves by one merge for
 * each. What is left out of a batch is merged alone: that brings the target into its branch, so that its agent can see what fails.
 *
 * @throws Refused; the signal's reason. The results are those that came before.
 */
export async function mergeTogether(jobs: readonly Job[], batch: Batch): Promise<void> {
  const { results } = batch;
  const alone = async (job: Job): Promise<StepResult> => {
    const result = await batch.alone(job);
    results.set(job.key, result);
    return result;
  };
  const fit: Job[] = [];
  for (const job of jobs)
    if (await fits(job, batch)) fit.push(job);
    else await alone(job);
  await mergeInBatches<Job, StepResult>(fit, {
    attempt: async (some) => {
      const left = some.filter(({ key }) => !results.has(key));
      const [first] = left;
      if (!first) return undefined;
      const why = left.length > 1 ? await attemptOften(left, batch) : await alone(first);
      if (why?.outcome === 'passed') return undefined;
      if (why?.outcome !== 'asks' || left.length === 1) return why;
      // Files of a person are blocking, and fewer packets do not change that.
      for (const { key } of fit) if (!results.has(key)) results.set(key, why);
      return undefined;
    },
    refuse: async (job) => {
      if (!results.has(job.key)) await alone(job);
    },
  });
}

/** Whether a packet has what a merge alone asks for, and is not merged yet. */
async function fits({ one }: Job, { repository, desk }: Batch): Promise<boolean> {
  const { tip, worktree, target } = await findPacketPlace(repository, one.packet.id, desk);
  if (!worktree || tip === undefined || target === undefined) return false;
  const own = await openWorktree(worktree, repository.main.prefix, desk);
  if ((await uncommitted(desk.machine, own, desk.signal)).length > 0) return false;
  return !(await isAncestor(repositoryGit(desk.machine, own, desk.signal), tip, target));
}

function batchWorktree(run: string, { main }: RunRepository): string {
  return path.join(`${main.top}.worktrees`, `merge-${run}`);
}

/** Removes what a killed engine left. @throws Refused */
export async function removeBatchWorktree(run: string, repository: RunRepository, desk: PhaseDesk): Promise<void> {
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  await desk.machine.disk.rm(batchWorktree(run, repository), { recursive: true, force: true });
  await git(['worktree', 'prune']);
}

/** Tries the same packets again where the target has moved meanwhile, each time in a new worktree: a check may leave ignored files. */
async function attemptOften(jobs: readonly Job[], batch: Batch): Promise<StepResult | undefined> {
  const { run, repository, desk } = batch;
  const top = batchWorktree(run, repository);
  for (let round = 0; round < mostRaces; round++) {
    await removeBatchWorktree(run, repository, desk);
    const git = repositoryGit(desk.machine, repository.main, desk.signal);
    await git(['worktree', 'add', '--quiet', '--detach', top, `refs/heads/${repository.target}`]);
    try {
      await batch.setUp(top);
      const ended = await attempt(jobs, await openWorktree({ path: top }, repository.main.prefix, desk), batch);
      if (ended !== 'raced') return ended;
    } finally {
      // What was merged is merged; the next attempt removes what is left.
      await removeBatchWorktree(run, repository, desk).catch((error: unknown) => {
        desk.warn(`${top} was not removed: ${describeError(error)}`);
      });
    }
  }
  return notTogether;
}

/** Puts packets on top of the target, one merge each, judges the files, and moves the target. */
async function attempt(
  jobs: readonly Job[],
  own: GitRepository,
  { run, repository, desk, judge, results }: Batch,
): Promise<StepResult | 'raced' | undefined> {
  const { main, target } = repository;
  const git = repositoryGit(desk.machine, own, desk.signal);
  const before = (await findBranches(main, [target], desk)).get(target);
  if (!before) return notTogether;
  await git(['checkout', '--quiet', '--force', '--detach', before.commit]);
  const commits = new Map<string, string>();
  for (const { key, one } of jobs) {
    const { id } = one.packet;
    const { branch, tip } = await findPacketPlace(repository, id, desk);
    const message = `Merge ${branch} into ${target}\n\nPactwright-Run: ${run}\nPactwright-Packet: ${id}\n`;
    const args = [...untidied, 'merge', '--quiet', '--no-ff', '-m', message, tip ?? branch];
    if ((await runQuietly('git', args, own.top, desk)).code !== 0) return notTogether;
    commits.set(key, (await commitOf(git, 'HEAD')) ?? '');
  }
  // It exits with 2 for marks of a conflict.
  if ((await git(['diff', '--check', before.commit, 'HEAD'], { fine: [2] })).includes('leftover conflict marker'))
    return notTogether;
  const why = await judge(jobs, own);
  if (why) return why;
  const commit = [...commits.values()].at(-1) ?? '';
  const reason = `merge ${jobs.map(({ one }) => one.packet.id).join(', ')}`;
  const moved = await moveBranch({ repository, old: before.commit, commit, reason, desk });
  if (moved !== 'moved') return moved;
  for (const [key, made] of commits) results.set(key, { outcome: 'passed', commit: made });
  return undefined;
}
