import path from 'node:path';
import { count } from '../../base/count.js';
import { createPathFilter } from '../../base/globs.js';
import { Refused } from '../../operations/errorCodes.js';
import { somePaths } from '../../operations/support/worktrees.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { Packet, StepResult } from '../../runs/event.js';
import type { PacketState, RunState } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { targetedGit, targetVariable } from '../../workspace/git/targetedGit.js';
import { changeRef, linesOf, networkGit } from '../executor/networkGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { fieldsOf, repositoryGit } from '../snapshots/repositoryGit.js';
import { type HandsDesk, whyLeft, withPacketDesk } from './hands.js';
import { followPull, openPull, type PullTerms, type PullWords } from './mergeByPull.js';
import { compareCommits, findBranches, type RunRepository } from './packetPlace.js';
import { createUpstream } from './upstream.js';

/** The pull request of a whole run is its last packet. */
const packetId = 'pull-request';

/** The branch of a run that collects its packets, without `refs/heads/`. */
export function branchOfRun(run: string): string {
  return `run/${run}`;
}

/** Adds the pull request of a run to its packets. @throws Refused if one of them has its name. */
export function withPullPacket(packets: readonly Packet[]): readonly Packet[] {
  const needs = packets.map(({ id }) => id);
  if (needs.includes(packetId))
    throw new Refused(
      'not-allowed',
      `a packet cannot have the name ${packetId}, which is that of the run’s pull request`,
    );
  const title = 'Pull request of the run';
  return [...packets, { id: packetId, title, needs, touches: [], resources: [], closes: true }];
}

/** A machine for work that is merged into the branch of a run. Its agents, and what they start, get the branch in their environment. */
export function machineInto(machine: Machine, target: string): Machine {
  const env = { ...machine.places.env, [targetVariable]: target };
  return { ...machine, git: targetedGit(machine.git, target), places: { ...machine.places, env } };
}

interface PulledRun {
  readonly hands: HandsDesk;
  readonly state: RunState;
  readonly terms: PullTerms & { readonly into: string };
}

/**
 * The hands of a run whose packets are merged into a branch of its own, which one pull request brings to the other branch.
 *
 * @param handsOf makes the hands of the packets: they are merged here.
 * @returns undefined if it is not such a run.
 * @throws UsageError if its branch was deleted; Refused; the signal's reason.
 */
export async function openRunPull(
  given: HandsDesk,
  handsOf: (desk: HandsDesk) => RunHands,
  state: RunState,
  signal: AbortSignal,
): Promise<RunHands | undefined> {
  const { pulls, ...terms } = given.terms;
  if (pulls?.into === undefined) return undefined;
  const hands = { ...given, terms };
  const pulled = { hands, state, terms: { ...pulls, into: pulls.into } };
  await openRunBranch(pulled, signal);
  return withRunPull(handsOf(hands), pulled);
}

/** Makes the branch of a run where it is not there yet; for workers at the remote, too. */
async function openRunBranch({ hands, state, terms }: PulledRun, signal: AbortSignal): Promise<void> {
  const { machine, repository } = hands;
  const { main, target } = repository;
  const folder = path.posix.dirname(target);
  const found = await findBranches(main, [target, terms.into, folder], { machine, signal });
  if (found.has(target) || state.mode === 'aborted' || state.outcome === 'merged') return;
  if ([...state.packets.values()].some(({ outcome }) => outcome === 'merged'))
    throw new UsageError(`${goneWords(target)}, and continue the run; or abort it with \`pactwright run abort\``);
  if (found.has(folder))
    throw new UsageError(
      `the branch ${folder} exists, and git cannot have ${target} beside it: rename it with \`git branch -m ${folder} NAME\`, and resume the run`,
    );
  const from = found.get(terms.into)?.commit;
  if (from === undefined) throw new UsageError(`there is no branch ${terms.into}`);
  const desk = { machine, signal };
  if (hands.terms.queue) {
    const args = ['push', '--quiet', terms.remote, `${from}:refs/heads/${target}`];
    await besideNone(networkGit(args, main.top, desk), target, terms, main, desk);
  }
  orRefused(await machine.runGit(main.top, ['update-ref', `refs/heads/${target}`, from, ''], signal, { acts: true }));
}

/** Pushes the branch of a run. @throws Refused if the remote has a branch that it would be a folder of; what pushing throws. */
async function besideNone<T>(
  pushing: Promise<T>,
  branch: string,
  { remote }: PullTerms,
  { top }: GitRepository,
  desk: Pick<PhaseDesk, 'machine' | 'signal'>,
): Promise<T> {
  try {
    return await pushing;
  } catch (error) {
    const folder = path.posix.dirname(branch);
    if (!(error instanceof Refused)) throw error;
    if ((await networkGit(['ls-remote', remote, `refs/heads/${folder}`], top, desk)) === '') throw error;
    throw new Refused(
      'not-allowed',
      `${remote} has a branch ${folder}, and git cannot have ${branch} beside it: rename or delete it there, and \`pactwright run answer ${packetId}\` or \`pactwright run resume\` continues`,
    );
  }
}

function goneWords(branch: string): string {
  return `the branch ${branch} is gone: restore it with \`git branch ${branch} COMMIT\``;
}

function withRunPull(inner: RunHands, pulled: PulledRun): RunHands {
  const { hands } = pulled;
  const never = new AbortController().signal;
  const isPull = ({ packet }: PacketState): boolean => packet.closes === true;
  return {
    ...inner,
    isFresh: (one) => (isPull(one) ? Promise.resolve(true) : inner.isFresh(one)),
    carryOut: (job, signal) =>
      isPull(job.one)
        ? withPacketDesk(hands, job.one.packet.id, signal, ({ desk }) => carryOut(job, pulled, desk))
        : inner.carryOut(job, signal),
    recover: (job, signal) => (isPull(job.one) ? Promise.resolve({ outcome: 'lost' }) : inner.recover(job, signal)),
    takeBack: async (one) => {
      if (!isPull(one)) return inner.takeBack(one);
      return whyLeft(await withPacketDesk(hands, one.packet.id, never, async ({ desk }) => removeBranch(pulled, desk)));
    },
  };
}

async function carryOut({ step }: Job, pulled: PulledRun, desk: PhaseDesk): Promise<StepResult> {
  const { hands, state, terms } = pulled;
  if (step === 'clean') return removeBranch(pulled, desk);
  const { main, target: branch } = hands.repository;
  const { into } = terms;
  const upstream = createUpstream({ main, target: into }, terms.remote);
  // Others may have pushed to the branch, such as with "Update branch" on GitHub.
  const own = createUpstream({ main, target: branch }, terms.remote, true);
  const behind = (await upstream.pull(desk)) ?? (await own.pull(desk));
  if (behind) return behind;
  const found = await findBranches(main, [branch, into], desk);
  const [head, onto] = [found.get(branch)?.commit, found.get(into)?.commit];
  if (head === undefined || onto === undefined)
    return {
      outcome: 'asks',
      question: `${goneWords(head === undefined ? branch : into)}, and \`pactwright run answer ${packetId}\` continues; or abort the run`,
    };
  if ((await compareCommits(main, head, onto, desk)).isOneInOther) return { outcome: 'passed', commit: onto };
  const owners = await findOwners(state, { main, head, onto, desk });
  const isJudged = owners[0]?.commit === head;
  const one = { branch, into, head, isJudged, packet: packetId, main, desk };
  const followed = await followPull(one, terms);
  if (followed === 'none')
    return besideNone(openPull(one, terms, wordsOf(state, owners, isJudged)), branch, terms, main, desk);
  switch (followed.outcome) {
    case 'passed':
      return (await upstream.pull(desk)) ?? followed;
    case 'back':
      return backTo(owners, followed);
    case 'unmerged': {
      const { isOtherInOne: hasAll } = await compareCommits(main, head, onto, desk);
      const answer = `\`pactwright run answer ${packetId}\``;
      const conflicts = hasAll ? [] : await conflictsOf({ main, head, onto, desk });
      const rule = `so a rule of the host forbids it: do what the rule asks for, and ${answer} tries again`;
      const merging = `\`git switch ${branch}\`, \`git merge ${into}\`, resolve and commit, \`git push ${terms.remote} ${branch}\`. No gate has judged your merge, so merge the pull request yourself then, or request changes there to have an item built and judged on top. Then ${answer} looks again`;
      const way = hasAll
        ? `${branch} has all of ${into}, ${rule}`
        : conflicts === undefined
          ? `If a rule of the host forbids it, do what the rule asks for, and ${answer} tries again. If ${branch} conflicts with ${into}: ${merging}`
          : conflicts.length === 0
            ? `${branch} is behind ${into} without a conflict, ${rule}. If it has to be up to date, update the branch there, and merge the pull request yourself, as no gate judges what is taken in`
            : `${branch} conflicts with ${into} in ${somePaths(conflicts)}: ${merging}`;
      return { outcome: 'asks', question: `${followed.why}. ${way}` };
    }
    default:
      return followed;
  }
}

interface Compared {
  readonly main: GitRepository;
  readonly head: string;
  readonly onto: string;
  readonly desk: PhaseDesk;
}

/** The files in which two commits cannot be merged; undefined if this git does not tell. */
async function conflictsOf({ main, head, onto, desk }: Compared): Promise<readonly string[] | undefined> {
  const git = repositoryGit(desk.machine, main, desk.signal);
  try {
    const said = await git(['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', head, onto], {
      fine: [1],
    });
    // The first is the tree.
    return fieldsOf(said).slice(1);
  } catch (error) {
    // It is older than 2.38.
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

/** Whose merges the branch of a run has and the other one has not, the newest first; what became of them since does not matter. */
async function findOwners(state: RunState, { main, head, onto, desk }: Compared): Promise<readonly PacketState[]> {
  const git = repositoryGit(desk.machine, main, desk.signal);
  const commits = linesOf(await git(['rev-list', '--topo-order', head, '--not', onto, '--']));
  const merged = new Map(
    packetsOf(state).flatMap((one) => (one.commit === undefined ? [] : [[one.commit, one] as const])),
  );
  return commits.flatMap((commit) => merged.get(commit) ?? []);
}

function packetsOf(state: RunState): readonly PacketState[] {
  return [...state.packets.values()].filter(({ packet }) => packet.closes !== true);
}

/** What was said of the pull request, for the packet that is to deal with it. */
function backTo(owners: readonly PacketState[], said: StepResult): StepResult {
  const owner = ownerOf(said.note ?? '', owners);
  if (owner) return { ...said, reopens: [owner.packet.id] };
  return {
    outcome: 'asks',
    question: `no packet of the run has a merge in its branch, so none can be built again. Deal with it there, and \`pactwright run answer ${packetId}\` looks again: ${said.note ?? 'it came back'}`,
  };
}

function wordsOf(state: RunState, owners: readonly PacketState[], isJudged: boolean): PullWords {
  const merged = packetsOf(state).filter((one) => one.outcome === 'merged' || owners.includes(one));
  const ids = merged.map(({ packet }) => packet.id);
  const left = packetsOf(state).filter((one) => !merged.includes(one));
  return {
    title: ids.length === 1 ? `${ids[0] ?? ''}: ${merged[0]?.packet.title ?? ''}` : titleOf(ids),
    report: [
      `Made by the run ${state.plan.run}. Each of these was merged after its gate had allowed the files that the branch had then:`,
      '',
      ...merged.map(({ packet, commit }) => `- ${packet.id}: ${packet.title} (${commit?.slice(0, 10) ?? ''})`),
      ...(left.length === 0 ? [] : ['', `Left out: ${left.map(({ packet }) => packet.id).join(', ')}`]),
      '',
    ].join('\n'),
    verdict: isJudged
      ? { state: 'success', why: `${count(ids.length, 'packet')}, allowed by the gate` }
      : { state: 'failure', why: 'The branch has commits that are not of the run, and no gate has judged' },
  };
}

const shownIds = 5;

function titleOf(ids: readonly string[]): string {
  return `${ids.slice(0, shownIds).join(', ')}${ids.length > shownIds ? ` and ${ids.length - shownIds} more` : ''}`;
}

/** The packet that is to deal with what is said of the pull request: whose id or file it names, else the one merged last. */
function ownerOf(said: string, owners: readonly PacketState[]): PacketState | undefined {
  const words = said.split(/[\s`'"“”(),:;]+/u);
  return (
    owners.find(({ packet }) => words.includes(packet.id)) ??
    owners.find(({ packet }) => packet.touches.length > 0 && words.some(createPathFilter(packet.touches))) ??
    owners[0]
  );
}

/** Deletes the branch of a run. What of it is nowhere else is kept under a ref of the run. */
async function removeBranch({ hands, state, terms }: PulledRun, desk: PhaseDesk): Promise<StepResult> {
  const { main, target }: RunRepository = hands.repository;
  const found = await findBranches(main, [target, terms.into], desk);
  const own = found.get(target);
  if (!own) return { outcome: 'passed' };
  const onto = found.get(terms.into)?.commit;
  if (onto === undefined || !(await compareCommits(main, own.commit, onto, desk)).isOneInOther)
    await repositoryGit(
      desk.machine,
      main,
      desk.signal,
    )(['update-ref', `refs/pactwright/runs/${state.plan.run}/${packetId}`, own.commit]);
  if (own.path !== undefined) desk.warn(`${target} stays, because it is checked out in ${own.path}`);
  else await changeRef({ ref: `refs/heads/${target}`, from: own.commit }, main.top, desk);
  return { outcome: 'passed' };
}
