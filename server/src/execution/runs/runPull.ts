import { count } from '../../base/count.js';
import { createPathFilter } from '../../base/globs.js';
import { Refused } from '../../operations/errorCodes.js';
import { UsageError } from '../../base/usageError.js';
import { orRefused } from '../../operations/orRefused.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { Packet, StepResult } from '../../runs/event.js';
import type { PacketState, RunState } from '../../runs/runState.js';
import type { Machine } from '../../workspace/machine.js';
import { targetedGit, targetVariable } from '../../workspace/git/targetedGit.js';
import { changeRef, networkGit } from '../executor/networkGit.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { repositoryGit } from '../snapshots/repositoryGit.js';
import { type HandsDesk, withPacketDesk } from './hands.js';
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

/** A machine for work that is merged into the branch of a run; its agents, and what they start, are told so. */
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
  const found = await findBranches(main, [target, terms.into], { machine, signal });
  if (found.has(target) || state.mode === 'aborted' || state.outcome === 'merged') return;
  if ([...state.packets.values()].some(({ outcome }) => outcome === 'merged'))
    throw new UsageError(
      `the branch ${target}, which has what this run has merged, is gone: restore it with \`git branch ${target} COMMIT\`, or abort the run`,
    );
  const from = found.get(terms.into)?.commit;
  if (from === undefined) throw new UsageError(`there is no branch ${terms.into}`);
  const desk = { machine, signal };
  if (hands.terms.queue)
    await networkGit(['push', '--quiet', terms.remote, `${from}:refs/heads/${target}`], main.top, desk);
  orRefused(await machine.runGit(main.top, ['update-ref', `refs/heads/${target}`, from, ''], signal, { acts: true }));
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
      await withPacketDesk(hands, one.packet.id, never, async ({ desk }) => removeBranch(pulled, desk));
    },
  };
}

async function carryOut({ step }: Job, pulled: PulledRun, desk: PhaseDesk): Promise<StepResult> {
  const { hands, state, terms } = pulled;
  if (step === 'clean') return removeBranch(pulled, desk);
  const { main, target: branch } = hands.repository;
  const { into } = terms;
  const behind = await createUpstream({ main, target: into }, terms.remote).pull(desk);
  if (behind) return behind;
  const found = await findBranches(main, [branch, into], desk);
  const [head, onto] = [found.get(branch)?.commit, found.get(into)?.commit];
  if (head === undefined || onto === undefined)
    return { outcome: 'failed', failure: 'final', note: `the branch ${head === undefined ? branch : into} is gone` };
  if ((await compareCommits(main, head, onto, desk)).isOneInOther) return { outcome: 'passed', commit: onto };
  const one = { branch, into, head, main, desk };
  const followed = await followPull(one, terms);
  if (followed === 'none') return openPull(one, terms, wordsOf(state, head));
  if (followed === 'behind')
    return {
      outcome: 'asks',
      question: `the pull request of the run cannot be merged, such as for a conflict: merge ${into} into ${branch} yourself, push it, and answer \`pactwright run answer ${packetId}\``,
    };
  if (followed.outcome === 'passed')
    return (await createUpstream({ main, target: into }, terms.remote).pull(desk)) ?? followed;
  return followed.outcome === 'back' ? { ...followed, reopens: [ownerOf(followed.note ?? '', head, state)] } : followed;
}

/** What of a run is merged into its branch. */
function mergedIn(state: RunState): readonly PacketState[] {
  return [...state.packets.values()].filter(({ packet, outcome }) => packet.closes !== true && outcome === 'merged');
}

function wordsOf(state: RunState, head: string): PullWords {
  const merged = mergedIn(state);
  const ids = merged.map(({ packet }) => packet.id);
  const left = [...state.packets.values()].filter(({ outcome }) => outcome === 'dropped');
  const isOurs = merged.some(({ commit }) => commit === head);
  return {
    title: ids.length === 1 ? `${ids[0] ?? ''}: ${merged[0]?.packet.title ?? ''}` : titleOf(ids),
    report: [
      `Made by the run ${state.plan.run}. Each of these was merged after its gate had allowed the files that the branch had then:`,
      '',
      ...merged.map(({ packet, commit }) => `- ${packet.id}: ${packet.title} (${commit?.slice(0, 10) ?? ''})`),
      ...(left.length === 0 ? [] : ['', `Left out: ${left.map(({ packet }) => packet.id).join(', ')}`]),
      '',
    ].join('\n'),
    verdict: isOurs
      ? { state: 'success', why: `${count(ids.length, 'packet')}, allowed by the gate` }
      : { state: 'failure', why: 'The branch has commits that are not of the run, and no gate has judged' },
  };
}

const shownIds = 5;

function titleOf(ids: readonly string[]): string {
  return `${ids.slice(0, shownIds).join(', ')}${ids.length > shownIds ? ` and ${ids.length - shownIds} more` : ''}`;
}

/** The packet that is to deal with what is said of the pull request: whose id or file it names, else the one merged last. */
function ownerOf(said: string, head: string, state: RunState): string {
  const merged = mergedIn(state);
  const words = said.split(/[\s`'"“”(),:;]+/u);
  const named =
    merged.find(({ packet }) => words.includes(packet.id)) ??
    merged.find(({ packet }) => packet.touches.length > 0 && words.some(createPathFilter(packet.touches))) ??
    merged.find(({ commit }) => commit === head) ??
    merged.at(-1);
  return named?.packet.id ?? '';
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
