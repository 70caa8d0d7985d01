import { newItemFacts, projectFacts, toldFacts, verdictFacts } from '../../agents/playbooks/itemFacts.js';
import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { unclearRows } from '../../agents/playbooks/unclear.js';
import { type AgentPhase, phasePrompt } from '../../agents/playbooks/playbooks.js';
import { row } from '../../agents/playbooks/row.js';
import type { GateAnswer } from '../../agents/sessionRecord.js';
import { phases } from '../../agents/phases/phases.js';
import { parseItemId } from '../../documents/itemId.js';
import type { GateName, Verdict } from '../../gates/gate.js';
import { headline } from '../../gates/headline.js';
import { blockers } from '../../gates/verdict.js';
import type { Configuration } from '../../workspace/configuration.js';
import { defaultProfile } from '../../workspace/configurationSchema.js';
import { stampUncommitted } from '../agents/stampFiles.js';
import { UsageError } from '../../base/usageError.js';
import type { PullRequestPlace } from '../../operations/deliveryDesk.js';
import { done } from '../../operations/delivery/done.js';
import { pr } from '../../operations/delivery/pr.js';
import { isReleasedWith, release } from '../../operations/delivery/release.js';
import { findPullRequestPlace } from '../delivery/pullRequestPlace.js';
import { findReleasePlace, requireRepository, sortByRelease } from '../delivery/releasePlace.js';
import { type Cast, castPhase } from './castPhase.js';
import { withComments } from '../../agents/reviewComments.js';
import { commentsFor } from './comments.js';
import { commitFiles } from '../executor/commitFiles.js';
import { codeFacts, itemCodeFacts } from './codeFacts.js';
import { commitWork } from './commitWork.js';
import { type AgentTask, type Judgement, recordJudgement, runRounds } from './agentRounds.js';
import { agentFacts } from './agentFacts.js';
import { termsOf } from './agentTerms.js';
import { askPhaseGate } from './askPhaseGate.js';
import { lastRefusal, openPhaseItem, readItemFacts } from './itemScene.js';
import { readItemWork } from '../gates/itemWork.js';
import type { OpenedItem } from '../../project/openItem.js';
import { mergeItem } from './mergeItem.js';
import { openPhaseProject } from './openPhaseProject.js';
import { type PhaseDesk } from './phaseDesk.js';
import type { PhaseEvent, PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import type { PhaseRequest } from './phaseRequest.js';
import { offerOperation, offerSteps } from './offer.js';
import { sortUncommitted } from '../delivery/ownFiles.js';
import { planSteps } from './planSteps.js';
import { beginItem, prepareItem, prepareProject } from './prepareItem.js';
import { requireFreeFolder } from './requireFreeFolder.js';
import { runSprint } from './runSprint.js';
import { findWorkPlace } from './workPlace.js';
import { takeReview } from './takeReview.js';

/** How a phase ended, and of which item. */
interface Ended {
  readonly outcome: PhaseOutcome;
  readonly item?: string;
}

/**
 * Runs a phase: makes what is missing, asks the gate, lets the agent work on the playbook, asks the next gate, sends the agent back
 * with what that refuses, and offers what is left to be done by code.
 *
 * @throws UsageError; Refused; the signal's reason once it is aborted.
 */
export async function runPhase(request: PhaseRequest, desk: PhaseDesk): Promise<PhaseOutcome> {
  const { phase } = request;
  return phase === 'sprint' ? runSprint(request, desk, runOne) : (await runOne({ ...request, phase }, desk)).outcome;
}

type OneRequest = PhaseRequest & { readonly phase: AgentPhase };
type ChosenRequest = OneRequest & Cast;
type ItemRequest = ChosenRequest & { readonly item: string };

async function runOne(given: OneRequest, desk: PhaseDesk): Promise<Ended> {
  const { phase, mode } = given;
  const { team, choices, casting } = await castPhase(given, desk);
  const agent = choices[0]?.agent;
  const request: ChosenRequest = { ...given, agent, model: choices[0]?.model, choices, team, casting };
  const refusal = agent?.refuses?.(mode, phases[phase].access);
  if (refusal !== undefined) throw new UsageError(refusal);
  if (!request.dryRun) for (const what of casting.notes) desk.tell({ event: 'done', what });
  const item = await prepareItem(request, desk);
  let ended: AgentEnded | undefined;
  const watched: PhaseDesk = {
    ...desk,
    tell: (event) => {
      if (event.event === 'agentEnd') ended = event;
      desk.tell(event);
    },
  };
  const end =
    item === undefined ? await runOnProject(request, watched) : await runOnItem({ ...request, item }, watched);
  const outcome = end === 'merged' ? 'passed' : end;
  const next = end === 'merged' ? undefined : nextWords(request, item, end, ended);
  desk.tell({
    event: 'end',
    phase,
    ...(item === undefined ? {} : { item }),
    outcome,
    ...(next === undefined ? {} : { next }),
  });
  return { outcome, ...(item === undefined ? {} : { item }) };
}

type AgentEnded = Extract<PhaseEvent, { readonly event: 'agentEnd' }>;

/** What to do after a phase, with the command. */
function nextWords(
  { phase, here, resumes, judges }: OneRequest,
  item: string | undefined,
  outcome: PhaseOutcome,
  ended: AgentEnded | undefined,
): string | undefined {
  const { next, fixedBy = phase, preparedBy = fixedBy, item: kind, answers } = phases[phase];
  const of = item === undefined ? '' : ` ${item}`;
  // Else it would go on in a worktree, without what is in this folder. A session that is taken up again was here before.
  const there = here && !resumes ? ' --here' : '';
  switch (outcome) {
    case 'passed':
      return next === undefined || (item === undefined && kind !== 'optional' && kind !== 'none')
        ? undefined
        : `Next: \`pactwright phase ${next}${phases[next].item === 'needed' || item !== undefined ? of : ' --about "…"'}\``;
    case 'refused':
      // Its agent may still be there.
      if (judges !== undefined) return 'Fix this, or have the agent fix it, and run the gate again';
      return `Fix this and run it again, or have an agent do it: \`pactwright phase ${ended ? fixedBy : preparedBy}${of}${there}\``;
    case 'unknown':
      return answers === 'review'
        ? `See what could not be checked, or what the reviewer said, and run it again: \`pactwright phase ${phase}${of}\``
        : 'Find out what could not be checked, and run it again';
    case 'left':
      return `Nothing was done: run it again with --yes, or do it manually`;
    case 'waiting':
      // The question was shown with the command that answers it.
      return undefined;
    case 'agentFailed':
      return ended?.resumable === undefined
        ? 'Fix what it reports, or choose another agent with --agent'
        : `What it has done is in ${ended.folder}. Continue with \`pactwright ${ended.resumable ? `agent resume ${ended.session}` : `phase ${phase}${of}${there}`}\``;
    case 'shown':
      return undefined;
  }
}

async function runOnProject(request: ChosenRequest, desk: PhaseDesk): Promise<PhaseOutcome> {
  const { phase, folder, about, version, dryRun } = request;
  const { makes } = phases[phase];
  const { tell } = desk;
  await prepareProject(request, desk);
  if (phase === 'release' && version === undefined)
    throw new UsageError('release takes the version: `pactwright phase release --version 1.4.0`');
  const { root, trace, configuration } = await openPhaseProject(folder, desk);
  tell({ event: 'phase', phase, folder: root });
  const wanted = (id: string): boolean => {
    const item = trace?.item(id);
    return item !== undefined && version !== undefined && isReleasedWith(item, version);
  };
  const releases = trace && phase === 'release' ? trace.items.filter(wanted) : [];
  const repository = phase === 'release' ? await requireRepository(root, desk) : undefined;
  // What keeps the end from being reached is better known at the beginning.
  const place = repository && version !== undefined ? await findReleasePlace(repository, version, desk) : undefined;
  const judge = async (): Promise<Judgement> => {
    for (const item of releases) {
      const profile = request.profile ?? hotfixProfile(phase, item, configuration);
      const { verdict } = await askPhaseGate('release', { ...request, folder: root, item, profile }, desk);
      if (verdict.answer !== 'allowed')
        return { outcome: verdict.answer, again: verdictFacts(verdict), note: noteOf(verdict) };
    }
    return { outcome: 'passed', again: {}, note: undefined };
  };
  const gateIn = await judge();
  if (gateIn.outcome !== 'passed') return gateIn.outcome;
  const before = repository && (await stampUncommitted(desk.machine, repository, desk.signal));
  const facts: PlaybookFacts = {
    ...(trace
      ? projectFacts(trace, configuration, ({ id, stage }) =>
          phase === 'release' ? releases.includes(id) : stage !== 'archived',
        )
      : {}),
    // Only shown: a real run creates the item first.
    ...(about !== undefined && makes !== undefined ? newItemFacts(makes, about, trace, configuration) : {}),
    ...(about === undefined ? {} : { about, unclear: unclearRows(about) }),
    ...(version === undefined ? {} : { version }),
    ...(about === undefined ? {} : await codeFacts(phase, { root }, { wish: about }, desk)),
    ...(await agentFacts(request, root, desk)),
  };
  const outcome = await letAgentWork({
    request,
    item: undefined,
    folder: root,
    repository,
    prompt: phasePrompt(phase, facts, request.team),
    gateIn: undefined,
    terms: termsOf(request, configuration),
    judge: async () => {
      if (!request.agent || !repository || version === undefined) return gateIn;
      // What is released holds what the agent has changed, too, and the gate judges commits.
      const { own } = await sortByRelease(desk.machine, repository, before, desk.signal);
      await commitFiles(repository, own, `chore(release): prepare ${version}`, desk);
      return judge();
    },
    desk,
  });
  if (outcome !== 'passed' || !place || !repository || version === undefined || dryRun) return outcome;
  const delivery = {
    releasePlace: () => Promise.resolve(place),
    filesOfRelease: () => sortByRelease(desk.machine, repository, before, desk.signal),
  };
  return offerOperation(release, { version }, { folder: root, delivery }, request, desk);
}

async function runOnItem(given: ItemRequest, desk: PhaseDesk): Promise<PhaseOutcome | 'merged'> {
  const { phase, item, about, dryRun } = given;
  const definition = phases[phase];
  let opened = await openPhaseItem(given.folder, item, desk);
  const { folder, isNew } = await findWorkPlace(opened, given, desk);
  if (isNew) opened = await openPhaseItem(folder, item, desk);
  else if (folder !== opened.root) opened = await opened.reopen(folder);
  const request: ItemRequest = {
    ...given,
    folder,
    profile: given.profile ?? hotfixProfile(phase, item, opened.index.configuration().value),
  };
  desk.tell({ event: 'phase', phase, item, folder });
  if (!dryRun && given.agent && given.judges === undefined && definition.access === 'write')
    await requireFreeFolder(item, folder, desk);
  if (definition.begins && !dryRun && (await beginItem(opened, desk))) opened = await opened.refresh();
  // What keeps the end from being reached is better known at the beginning.
  const pullRequest =
    phase === 'pr' && !dryRun
      ? await findPullRequestPlace(opened.root, opened.repository, opened.index.configuration().value, desk)
      : undefined;
  const refusal = phase === 'act' ? await lastRefusal(opened, request, desk) : {};
  const asked = definition.gateIn && (await askPhaseGate(definition.gateIn, { ...request, opened }, desk));
  const gateIn = asked?.verdict;
  if (gateIn && gateIn.answer !== 'allowed' && !dryRun) return gateIn.answer;
  const work = asked ? asked.work : await readItemWork(opened, desk);
  const facts: PlaybookFacts = {
    ...readItemFacts(opened, work),
    ...refusal,
    ...(gateIn ? toldFacts(gateIn) : {}),
    ...(about === undefined ? {} : { about, unclear: unclearRows(about) }),
    ...(await itemCodeFacts(phase, opened, about, desk)),
    ...(await agentFacts({ ...request, base: work?.base }, folder, desk)),
  };
  const judge: Work['judge'] = async (said, agent) => {
    const review =
      definition.answers === 'review' && said !== undefined ? await takeReview(request, said, desk) : 'none';
    if (!review) return { outcome: 'unknown', again: {}, note: noVerdict };
    const committed = definition.commits && agent !== undefined ? await commitWork(request, agent, desk) : undefined;
    opened = await opened.refresh();
    const judged = await judgeItem(request, definition.gateOut, opened, desk);
    // What could not be put on the board keeps the item from going on anyway.
    return review !== 'none' && review.verdict === 'fail' && judged.outcome === 'passed'
      ? { ...judged, outcome: 'refused' }
      : { ...judged, commits: committed?.commits, again: withHookOutput(judged.again, committed?.said ?? []) };
  };
  const outcome = await letAgentWork({
    request,
    item,
    folder,
    repository: opened.repository,
    prompt: phasePrompt(phase, facts, request.team),
    gateIn: gateIn && noteOf(gateIn),
    terms: termsOf(request, opened.index.configuration().value),
    judge,
    desk,
  });
  if (outcome !== 'passed' || dryRun || given.judges !== undefined) return outcome;
  return finishItem(request, opened, pullRequest, desk);
}

const noVerdict: GateAnswer = { gate: 'check', answer: 'unknown', next: 'the reviewer gave no verdict' };

/** Where a hook refused the commit, what it said is what the agent has to work on. */
function withHookOutput(again: PlaybookFacts, said: readonly string[]): PlaybookFacts {
  const { 'gate.next': next } = again;
  if (said.length === 0 || next === undefined || typeof next === 'string') return again;
  return { ...again, 'gate.next': [...next, ...said.map((line) => row`git commit: ${line}`)] };
}

/** A hotfix is judged as one, in this phase and in those behind it; a project with a profile of its own keeps that. */
function hotfixProfile(phase: AgentPhase, item: string, { gates }: Pick<Configuration, 'gates'>): string | undefined {
  const isHotfix = phase === 'hotfix' || parseItemId(item)?.type === 'HOTFIX';
  return isHotfix && gates.profile === defaultProfile ? 'hotfix' : undefined;
}

async function judgeItem(
  request: ItemRequest,
  gate: GateName | undefined,
  opened: OpenedItem,
  desk: PhaseDesk,
): Promise<Judgement> {
  if (!gate) return { outcome: 'passed', again: {}, note: undefined };
  const { verdict } = await askPhaseGate(gate, { ...request, opened }, desk);
  if (verdict.answer !== 'allowed')
    return {
      outcome: verdict.answer,
      again: againFacts(opened, verdictFacts(verdict)),
      note: noteOf(verdict),
    };
  return { outcome: 'passed', again: {}, note: noteOf(verdict) };
}

/** Where an agent without memory of the last round finds what it is about. */
function againFacts({ item: { spec } }: OpenedItem, facts: PlaybookFacts): PlaybookFacts {
  return { ...facts, ...(spec ? { 'spec.path': spec.path } : {}) };
}

function noteOf(verdict: Verdict): GateAnswer {
  const { gate, answer, conditions } = verdict;
  const next = blockers(conditions).find((one) => one.next !== undefined)?.next;
  return { gate, answer, ...(answer === 'allowed' ? {} : { next: next ?? headline(verdict) }) };
}

interface Work extends Omit<AgentTask, 'phase' | 'request' | 'choices'> {
  readonly request: ChosenRequest;
  readonly desk: PhaseDesk;
}

async function letAgentWork({ request, desk, ...task }: Work): Promise<PhaseOutcome> {
  const { phase, agent, mode, model, dryRun } = request;
  if (dryRun) {
    desk.tell({ event: 'cast', ...request.casting });
    const start = agent?.[mode]?.({
      prompt: task.prompt,
      access: phases[phase].access,
      ...(model === undefined ? {} : { model }),
    });
    const text = withComments(task.prompt, await commentsFor({ phase, ...task }, desk));
    desk.tell({ event: 'prompt', text, command: agent && start ? [agent.program, ...start.args] : [] });
    return 'shown';
  }
  if (!agent) return (await task.judge(undefined, undefined)).outcome;
  if (request.judges !== undefined) {
    const judged = await task.judge(undefined, agent.name);
    await recordJudgement(request.judges, judged, desk);
    return judged.outcome;
  }
  const { outcome } = await runRounds({ ...task, phase, request, choices: request.choices }, desk);
  return outcome;
}

/** What code does once the gate has let the item pass. */
async function finishItem(
  request: ItemRequest,
  opened: OpenedItem,
  pullRequest: PullRequestPlace | undefined,
  desk: PhaseDesk,
): Promise<PhaseOutcome | 'merged'> {
  const { phase, folder, item, lesson, merge } = request;
  if (phase !== 'plan' && phase !== 'done' && !pullRequest) return 'passed';
  // What `--profile` says is for looking: an item is closed by what the project asks for.
  const profile = hotfixProfile(phase, item, opened.index.configuration().value);
  const place = { folder, profile };
  if (phase === 'plan') {
    const steps = await planSteps(desk.machine, opened, desk.signal);
    // The plan is finished, committed or not.
    if (steps.length > 0) await offerSteps(steps, place, request, desk);
    return 'passed';
  }
  if (!pullRequest) {
    const delivery = {
      filesOf: async () => opened.repository && sortUncommitted(opened, opened.repository, desk),
    };
    const input = { item, ...(lesson === undefined ? {} : { lesson }) };
    const closed = await offerOperation(done, input, { ...place, delivery }, request, desk);
    return closed === 'passed' && merge && (await mergeItem(opened, request, desk)) ? 'merged' : closed;
  }
  const delivery = {
    pullRequestPlace: () => Promise.resolve(pullRequest),
    gateReport: async () => (await askPhaseGate('done', { ...request, opened }, desk, { quietly: true })).report,
  };
  return offerOperation(pr, { item }, { ...place, delivery }, request, desk);
}
