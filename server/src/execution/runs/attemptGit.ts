import { Refused } from '../../operations/errorCodes.js';
import { parseJson } from '../../base/json.js';
import { read } from '../../base/schema.js';
import {
  type Attempt,
  type AttemptOutput,
  type AttemptReport,
  attemptRefs,
  attemptReport,
  packetRefs,
  type PacketTask,
} from '../../runs/attempt.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { commitOf, isAncestor, type RunRepository } from './packetPlace.js';
import { networkGit } from '../executor/networkGit.js';

/** Where a coordinator has its side of the work. */
export interface AttemptPlace {
  readonly repository: RunRepository;
  /** By name. */
  readonly remote: string;
  readonly desk: PhaseDesk;
}

/**
 * Puts all that a worker needs at the remote: a branch at the base, which is the only one that the attempt can push to, the task and the
 * target. Nothing happens where it is there.
 *
 * @returns the blob of the task.
 * @throws Refused; the signal's reason.
 */
export async function offerAttempt(
  attempt: Attempt,
  { base, target, task }: { readonly base: string; readonly target: string; readonly task: PacketTask },
  { repository: { main }, remote, desk }: AttemptPlace,
): Promise<string> {
  const git = repositoryGit(desk.machine, main, desk.signal);
  const blob = (await git(['hash-object', '-w', '--stdin'], { input: JSON.stringify(task) })).trim();
  const refs = attemptRefs(attempt);
  await networkGit(
    [
      'push',
      '--quiet',
      '--atomic',
      '--no-verify',
      remote,
      `${base}:refs/heads/${refs.branch}`,
      `${blob}:${refs.task}`,
      `${target}:${refs.target}`,
    ],
    main.top,
    desk,
  );
  return blob;
}

/** Fetches what an attempt has left. @throws Refused if it is not what the queue says; the signal's reason. */
export async function fetchAttempt(
  attempt: Attempt,
  output: Extract<AttemptOutput, { readonly commit: string }>,
  { repository: { main }, remote, desk }: AttemptPlace,
): Promise<AttemptReport> {
  const refs = attemptRefs(attempt);
  await networkGit(
    [
      'fetch',
      '--quiet',
      '--no-tags',
      remote,
      `+refs/heads/${refs.branch}:${refs.commit}`,
      `+${refs.report}:${refs.report}`,
    ],
    main.top,
    desk,
  );
  const git = repositoryGit(desk.machine, main, desk.signal);
  const report = read(attemptReport, parseJson(await git(['cat-file', 'blob', refs.report])));
  if (!report || (await commitOf(git, refs.commit)) !== output.commit)
    throw new Refused('not-found', `the branch ${refs.branch} does not have what its worker reported`);
  return report;
}

/** The refs of a packet at the remote: what each is at. */
async function listRefs(
  attempt: Pick<Attempt, 'run' | 'packet'>,
  { repository: { main }, remote, desk }: AttemptPlace,
): Promise<ReadonlyMap<string, string>> {
  const { branches, others } = packetRefs(attempt);
  const listed = await networkGit(['ls-remote', remote, `refs/heads/${branches}*`, `${others}*`], main.top, desk);
  return new Map(
    listed.split('\n').flatMap((line): [string, string][] => {
      const [commit, ref] = line.split('\t');
      return commit !== undefined && ref !== undefined ? [[ref, commit]] : [];
    }),
  );
}

/**
 * Removes what attempts of a packet have at the remote and here. A branch with work that was not taken is kept as lost, under a ref that
 * is no branch; from then on its worker cannot push to it.
 *
 * @param upTo the number of the last attempt that is over.
 * @param tip what was taken.
 * @throws Refused; the signal's reason.
 */
export async function sweepAttempts(
  {
    run,
    packet,
    upTo,
    tip,
  }: Pick<Attempt, 'run' | 'packet'> & { readonly upTo: number; readonly tip: string | undefined },
  place: AttemptPlace,
): Promise<void> {
  const { repository, remote, desk } = place;
  const { main } = repository;
  const git = repositoryGit(desk.machine, main, desk.signal);
  const listed = await listRefs({ run, packet }, place);
  const leases: string[] = [];
  const updates: string[] = [];
  const { branches, others } = packetRefs({ run, packet });
  for (const [ref, commit] of listed) {
    const prefix = [`refs/heads/${branches}`, others].find((one) => ref.startsWith(one)) ?? ref;
    const [number, name] = ref.slice(prefix.length).split('/');
    if (!(Number(number) <= upTo) || name === 'lost') continue;
    leases.push(`--force-with-lease=${ref}:${commit}`);
    updates.push(`:${ref}`);
    if (name !== undefined) continue;
    const refs = attemptRefs({ run, packet, number: Number(number) });
    await networkGit(['fetch', '--quiet', '--no-tags', remote, `+${ref}:${refs.commit}`], main.top, desk);
    const isTaken =
      (tip !== undefined && (await isAncestor(git, refs.commit, tip))) ||
      (await isAncestor(git, refs.commit, `refs/heads/${repository.target}`));
    // Its worker may have kept it so already.
    if (!isTaken && !listed.has(refs.lost)) updates.push(`${commit}:${refs.lost}`);
  }
  if (updates.length > 0)
    await networkGit(['push', '--quiet', '--atomic', '--no-verify', ...leases, remote, ...updates], main.top, desk);
  const own = (await git(['for-each-ref', '--format=%(refname)', others])).split('\n').filter((ref) => {
    const number = Number(ref.slice(others.length).split('/')[0]);
    return ref !== '' && number <= upTo;
  });
  for (const ref of own) await git(['update-ref', '-d', ref]);
}
