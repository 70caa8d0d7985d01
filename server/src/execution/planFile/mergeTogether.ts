import path from 'node:path';
import type { Job } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import { mergeInBatches } from '../../runs/mergeQueue.js';
import type { GitRepository } from '../../workspace/ports.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runQuietly } from '../programs/runQuietly.js';
import { moveBranch } from '../runs/moveBranch.js';
import { commitOf, findBranches, findPacketPlace, openWorktree, type RunRepository } from '../runs/packetPlace.js';
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
}

/** Git cannot put them together, or the target has moved: each is merged alone, where that is dealt with. */
const notTogether: StepResult = { outcome: 'back', note: 'the packets cannot be merged together' };

/**
 * Merges packets in batches, in a worktree of its own: the files of all of them are judged once, and the target moves by one merge for
 * each. @returns how each ended, by the key of its job.
 */
export async function mergeTogether(jobs: readonly Job[], batch: Batch): Promise<ReadonlyMap<string, StepResult>> {
  const { run, repository, desk } = batch;
  const results = new Map<string, StepResult>();
  const top = batchWorktree(run, repository);
  await removeBatchWorktree(run, repository, desk);
  const git = repositoryGit(desk.machine, repository.main, desk.signal);
  await git(['worktree', 'add', '--quiet', '--detach', top, `refs/heads/${repository.target}`]);
  try {
    await batch.setUp(top);
    const own = await openWorktree({ path: top }, repository.main.prefix, desk);
    await mergeInBatches<Job, StepResult>(jobs, {
      attempt: async (some) => {
        const [first, ...rest] = some;
        if (!first) return undefined;
        if (rest.length > 0) return attempt(some, own, batch, results);
        const result = await batch.alone(first);
        results.set(first.key, result);
        return result.outcome === 'passed' ? undefined : result;
      },
      refuse: async (job, why) => {
        if (!results.has(job.key)) results.set(job.key, why === notTogether ? await batch.alone(job) : why);
      },
    });
  } finally {
    await removeBatchWorktree(run, repository, desk);
  }
  return results;
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

/** Puts packets on top of the target, one merge each, judges the files, and moves the target. */
async function attempt(
  jobs: readonly Job[],
  own: GitRepository,
  { run, repository, desk, judge }: Batch,
  results: Map<string, StepResult>,
): Promise<StepResult | undefined> {
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
    const args = ['merge', '--quiet', '--no-ff', '-m', message, tip ?? branch];
    if ((await runQuietly('git', args, own.top, desk)).code !== 0) {
      await git(['reset', '--quiet', '--hard', before.commit]);
      return notTogether;
    }
    commits.set(key, (await commitOf(git, 'HEAD')) ?? '');
  }
  // It exits with 2 for marks of a conflict.
  if ((await git(['diff', '--check', before.commit, 'HEAD'], { fine: [2] })).includes('leftover conflict marker'))
    return notTogether;
  const why = await judge(jobs, own);
  if (why) return why;
  const commit = [...commits.values()].at(-1) ?? '';
  const reason = `merge ${jobs.map(({ one }) => one.packet.id).join(', ')}`;
  const moved = await moveBranch({ repository, old: before.commit, commit, reason, desk, place: before.path });
  if (moved !== 'moved') return notTogether;
  for (const [key, made] of commits) results.set(key, { outcome: 'passed', commit: made });
  return undefined;
}
