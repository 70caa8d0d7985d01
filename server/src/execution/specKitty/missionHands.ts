import { randomBytes } from 'node:crypto';
import { isGrave, readReview } from '../../agents/review.js';
import { describeError } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import type { Job, RunHands } from '../../runs/engine.js';
import type { StepResult } from '../../runs/event.js';
import { type HostCall, hostCalls, type WorkspaceAnswer } from '../../sources/specKitty/hostAnswers.js';
import { buildPrompt, reviewPrompt } from '../../sources/packetPrompts.js';
import type { PhaseDesk } from '../phases/phaseDesk.js';
import { runQuietly } from '../programs/runQuietly.js';
import { endedAs, endLostSessions, type HandsDesk } from '../runs/hands.js';
import { openPacketDesk } from '../runs/packetDesk.js';
import { startAgent } from '../runs/startAgent.js';
import { type MissionSource, openHost, overLanes } from './missionRun.js';

/** The actor that a host records for a change. */
const actor = 'pactwright';

/** What a step works with. */
interface Step {
  readonly job: Job;
  readonly wp: string;
  readonly hands: HandsDesk;
  readonly desk: PhaseDesk;
  /** Calls the host about the package. @throws HostSaidNo */
  readonly ask: <T>(call: HostCall<T>, ...args: readonly string[]) => Promise<T>;
  /** The same, with actor and policy. */
  readonly change: <T>(call: HostCall<T>, ...args: readonly string[]) => Promise<T>;
}

class HostSaidNo extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The hands of a run whose packets are the work packages of a mission: the host moves lanes, agents write, and this commits. */
export function createMissionHands(source: MissionSource, hands: HandsDesk): RunHands {
  const never = new AbortController().signal;
  return {
    // Worktrees and branches are the host's.
    isFresh: () => Promise.resolve(false),
    takeBack: () => Promise.resolve(undefined),
    carryOut: async (job, signal) => withStep(source, hands, job, signal, carryOut),
    recover: async (job) => {
      await endLostSessions(job, hands);
      return withStep(source, hands, job, never, recover);
    },
  };
}

async function withStep(
  source: MissionSource,
  hands: HandsDesk,
  job: Job,
  signal: AbortSignal,
  use: (step: Step) => Promise<StepResult>,
): Promise<StepResult> {
  const wp = job.one.packet.id;
  const at = openPacketDesk(hands.machine, hands.folder, wp, signal);
  try {
    const host = await openHost(hands.machine, source, hands.root, signal);
    const call: Step['ask'] = async (name, ...args) => {
      const reply = await host.call(name, ['--mission', source.mission, ...args], signal);
      if (reply.kind === 'refused') throw new HostSaidNo(reply.code, reply.message);
      return reply.data;
    };
    const policy = JSON.stringify(policyOf(source, hands));
    return await use({
      job,
      wp,
      hands,
      desk: at.desk,
      ask: call,
      change: (name, ...args) => call(name, '--wp', wp, '--actor', actor, '--policy', policy, ...args),
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof HostSaidNo) return { outcome: 'failed', failure: failureOf(error), note: error.message };
    return {
      outcome: 'failed',
      failure: error instanceof UsageError ? 'transient' : 'final',
      note: describeError(error),
    };
  } finally {
    await at.written();
  }
}

/** What another run, or a person, may have changed the next time. */
function failureOf({ code }: HostSaidNo): NonNullable<StepResult['failure']> {
  return ['LANE_ALLOCATION_FAILED', 'DEPENDENCIES_NOT_SATISFIED', 'STATUS_READ_PATH_NOT_FOUND'].includes(code)
    ? 'transient'
    : 'final';
}

function policyOf({ version }: MissionSource, { terms }: HandsDesk): Readonly<Record<string, unknown>> {
  return {
    orchestrator_id: 'pactwright',
    orchestrator_version: version,
    agent_family: terms.build.agents[0] ?? 'any',
    approval_mode: 'full_auto',
    sandbox_mode: 'workspace_write',
    network_mode: 'open',
    dangerous_flags: [],
    tool_restrictions: null,
  };
}

async function laneOf(step: Step): Promise<string | undefined> {
  const { work_packages: packages } = await step.ask(hostCalls.state);
  return packages.find(({ wp_id: id }) => id === step.wp)?.lane;
}

async function carryOut(step: Step): Promise<StepResult> {
  switch (step.job.step) {
    case 'build':
      return build(step);
    case 'review':
      return review(step);
    case 'merge':
      return close(step);
    case 'clean':
      return { outcome: 'passed' };
  }
}

/** Lanes behind the work: what a killed engine has done is not done again. */
const built: ReadonlySet<string | undefined> = new Set(['for_review', 'in_review', 'approved', 'done']);

async function build(step: Step): Promise<StepResult> {
  const { job, wp, hands, change } = step;
  if (built.has(await laneOf(step))) return { outcome: 'passed' };
  const place = await change(hostCalls.start);
  const prompt = buildPrompt(await hands.machine.disk.readFile(place.prompt_path, 'utf8'), job.one.told);
  const { end } = await startAgent(step, {
    folder: place.workspace_path,
    prompt,
    access: 'write',
    ...hands.terms.build,
  });
  if (end.kind !== 'finished') return endedAs(end);
  const wrong = await commitWork(step, place);
  if (wrong !== undefined) return { outcome: 'failed', failure: 'final', note: wrong };
  try {
    await change(hostCalls.transition, '--to', 'for_review', '--note', `implementation of ${wp} committed`);
  } catch (error) {
    // A guard says what is missing, and the agent can do it.
    if (error instanceof HostSaidNo && error.code === 'TRANSITION_REJECTED')
      return { outcome: 'back', note: error.message };
    throw error;
  }
  return { outcome: 'passed' };
}

async function git(step: Step, folder: string, ...args: readonly string[]): Promise<string> {
  const { code, output, errors } = await runQuietly('git', args, folder, step.desk);
  if (code !== 0) throw new UsageError(`git ${args[0] ?? ''} failed in ${folder}: ${errors.trim()}`);
  return output.trim();
}

/** Commits what the agent left; whether there is something to review is for the host to say. @returns why it was not committed. */
async function commitWork(
  step: Step,
  { workspace_path: folder, lane_branch: branch }: WorkspaceAnswer,
): Promise<string | undefined> {
  if (branch === undefined) return undefined;
  const head = await git(step, folder, 'rev-parse', '--abbrev-ref', 'HEAD');
  if (head !== branch) return `${folder} is on ${head}, not on ${branch}: nothing was committed`;
  await git(step, folder, 'add', '--all');
  if ((await git(step, folder, 'status', '--porcelain')) !== '')
    await git(step, folder, 'commit', '--quiet', '-m', `feat(${step.wp}): implementation by an agent`);
  return undefined;
}

async function review(step: Step): Promise<StepResult> {
  const { wp, hands, change, ask } = step;
  const lane = await laneOf(step);
  if (lane === 'approved' || lane === 'done') return { outcome: 'passed' };
  const reference = `review-${wp}-${randomBytes(4).toString('hex')}`;
  await change(hostCalls.review, '--review-ref', reference);
  const place = await ask(hostCalls.workspace, '--wp', wp);
  const task = await hands.machine.disk.readFile(place.prompt_path, 'utf8');
  const prompt = reviewPrompt(wp, task, place.lane_base_ref ?? 'HEAD~1');
  const {
    end,
    said,
    agent: reviewer,
  } = await startAgent(step, {
    folder: place.workspace_path,
    prompt,
    access: 'read',
    ...hands.terms.review,
  });
  const answer = end.kind === 'finished' ? readReview(said) : undefined;
  if (!answer) {
    await requeue(step);
    return end.kind === 'finished'
      ? { outcome: 'failed', failure: 'transient', note: 'the reviewer gave no verdict' }
      : endedAs(end);
  }
  const word = { reviewer, verdict: answer.verdict === 'pass' ? 'approved' : 'changes_requested', reference };
  const result = ['--review-ref', reference, '--review-result-json', JSON.stringify(word)] as const;
  if (answer.verdict === 'pass') {
    await change(hostCalls.transition, '--to', 'approved', '--note', `approved by ${reviewer}`, ...result);
    return { outcome: 'passed' };
  }
  const grave = answer.findings.filter(isGrave);
  const findings = (grave.length > 0 ? grave : answer.findings).map(({ text }) => `- ${text}`).join('\n');
  const note = findings === '' ? said.trim().slice(-2000) : findings;
  await change(hostCalls.transition, '--to', 'in_progress', '--note', 'changes requested', ...result);
  return { outcome: 'back', note };
}

/** Puts a package whose review came to nothing back into the queue of reviews. */
async function requeue({ change }: Step): Promise<void> {
  await change(hostCalls.transition, '--to', 'for_review', '--force', '--note', 'the review ended without a verdict');
}

/** The last package to get here has the host merge the mission: lanes are merged together or not at all. */
async function close(step: Step): Promise<StepResult> {
  const { work_packages: packages } = await step.ask(hostCalls.state);
  if (packages.some(({ lane }) => lane !== 'approved' && !overLanes.has(lane))) return { outcome: 'passed' };
  if (packages.every(({ lane }) => overLanes.has(lane))) return { outcome: 'passed' };
  await step.ask(hostCalls.accept, '--actor', actor);
  await step.ask(hostCalls.merge, '--target', step.hands.repository.target);
  return { outcome: 'passed' };
}

async function recover(step: Step): Promise<StepResult> {
  const lane = await laneOf(step);
  if (step.job.step === 'build' && built.has(lane)) return { outcome: 'passed' };
  if (step.job.step === 'review' && lane === 'in_review') await requeue(step);
  return { outcome: 'lost' };
}
