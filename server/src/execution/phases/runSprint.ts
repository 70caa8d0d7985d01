import { canResume } from '../../agents/agent.js';
import {
  afterPhase,
  again,
  ended,
  isEntry,
  type QueueEntry,
  type QueueOutcome,
  withEntry,
  withItems,
} from '../../agents/queue.js';
import type { PhaseEvent, PhaseOutcome } from '../../agents/phases/phaseEvent.js';
import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import { plainText } from '../../base/plainText.js';
import { UsageError } from '../../base/usageError.js';
import { isFinished, openDependencies } from '../../gates/support/openDependencies.js';
import { Refused } from '../../operations/errorCodes.js';
import type { TraceGraph } from '../../trace/graph.js';
import { openQueue, type QueueFile } from '../agents/queueFile.js';
import { markOf } from '../agents/processMark.js';
import { castPhase } from './castPhase.js';
import { findUnfinished } from './findUnfinished.js';
import { openPhaseItem } from './itemScene.js';
import { openPhaseProject } from './openPhaseProject.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';
import { prepareItem } from './prepareItem.js';
import { unfinishedPlan } from '../../gates/support/unfinishedPlan.js';

/** Runs one phase of it. @throws UsageError; Refused; the signal's reason. */
type RunOne = (
  request: PhaseRequest & { readonly phase: AgentPhase },
  desk: PhaseDesk,
) => Promise<{ readonly outcome: PhaseOutcome }>;

/** A sprint while it goes on. */
interface Sprint {
  readonly request: PhaseRequest;
  readonly desk: PhaseDesk;
  readonly runOne: RunOne;
  readonly queue: QueueFile;
  /** Absolute. */
  readonly root: string;
  readonly phases: readonly AgentPhase[];
  /** Its items; undefined: all that wait in the queue, those that are added meanwhile, too. */
  readonly items: readonly string[] | undefined;
  /** One that was made for it: it has no plan yet. */
  readonly made: string | undefined;
  /** What became of each phase, by item. */
  readonly seen: Map<string, Map<AgentPhase, QueueOutcome>>;
}

/**
 * Works on items, one after the other, each through the phases of a sprint. One that depends on what is not done is left for later, and
 * skipped where that stays so. It stops at a failure, unless it is asked to keep going; one whose agent asks something is left to the
 * person. The queue of the repository records how far each is, so that the next call continues there.
 *
 * @throws UsageError; Refused if it is about one item alone; the signal's reason.
 */
export async function runSprint(given: PhaseRequest, desk: PhaseDesk, runOne: RunOne): Promise<PhaseOutcome> {
  const named = given.items ?? (given.item === undefined ? [] : [given.item]);
  const request = { ...given, items: named };
  const isNew = named.length === 0 && request.about !== undefined;
  const { root, trace, configuration } = await openPhaseProject(request.folder, desk);
  const inForce = request.phases ?? configuration.agents.sprint;
  if (request.dryRun && (isNew || named.length === 1)) return showFirst({ ...request, phases: inForce }, desk, runOne);
  const made = isNew ? await prepareItem(request, desk) : undefined;
  const queue = await openQueue(desk.machine, request.folder, desk.signal);
  const items = made === undefined ? await itemsOf(request, { root, trace, queue }) : [made];
  const isOpen = named.length === 0 && made === undefined && !request.wholeBoard;
  const sprint: Sprint = {
    ...{ request, runOne, queue, root, made },
    // Others go on while one waits for its answer.
    desk: items.length === 1 && !isOpen ? desk : withoutAnswers(desk),
    phases: inForce,
    items: isOpen ? undefined : items,
    seen: new Map(),
  };
  if (request.dryRun) return showOrder(sprint, items, trace);
  // Who cannot be chosen is better known before anything is made.
  for (const phase of inForce) await castPhase({ ...request, phase }, desk);
  await begin(sprint, items);
  try {
    await workThrough(sprint);
  } finally {
    await queue.change((now) => {
      // An interrupted phase waits, and starts there.
      return {
        version: 1,
        ...(now.paused ? { paused: true } : {}),
        entries: now.entries.map((entry) => (entry.state === 'running' ? again(entry) : entry)),
      };
    });
  }
  return tellEnd(sprint, items);
}

/** The same, without waiting for a person's answer. */
function withoutAnswers({ machine, warn, tell, confirm, ask, signal }: PhaseDesk): PhaseDesk {
  return { machine, warn, tell, confirm, ...(ask ? { ask } : {}), signal };
}

/** The prompt of the first phase, and nothing else. */
async function showFirst(request: PhaseRequest, desk: PhaseDesk, runOne: RunOne): Promise<PhaseOutcome> {
  const [item] = request.items ?? [];
  const isReady = item !== undefined && (await isPlanned(request.folder, item, desk));
  const phase = request.phases?.find((one) => one !== 'plan' || !isReady) ?? 'plan';
  return (await runOne({ ...request, phase, item }, desk)).outcome;
}

async function isPlanned(folder: string, item: string, desk: PhaseDesk): Promise<boolean> {
  const opened = await openPhaseItem(folder, item, desk);
  return opened.item.spec !== undefined && unfinishedPlan(opened.findings, opened.item).length === 0;
}

interface SprintPlace extends Pick<Sprint, 'root' | 'queue'> {
  readonly trace: TraceGraph | undefined;
}

/** Those that are named, else all that are open on the board, else those of the queue. @throws UsageError if there are none. */
async function itemsOf({ items = [], wholeBoard }: PhaseRequest, place: SprintPlace): Promise<readonly string[]> {
  const { root, trace, queue } = place;
  const unknown = items.find((id) => trace?.item(id) === undefined);
  if (unknown !== undefined) throw new UsageError(`there is no item ${unknown} in ${root}`);
  if (items.length > 0) return [...new Set(items)];
  const found = wholeBoard ? openOnBoard(trace) : [];
  const waiting = wholeBoard
    ? []
    : (await queue.read()).entries.filter(({ folder, outcome }) => folder === root && outcome !== 'passed');
  const all = [...found, ...waiting.map(({ item }) => item)];
  if (all.length > 0) return all;
  throw new UsageError(
    wholeBoard
      ? 'nothing on the board is open'
      : 'sprint takes IDs, or the title of a new item: `pactwright phase sprint STORY-042 STORY-043`, or --about "Keep the cart"; --board takes all that are open on the board, and without either those that wait in the queue (`pactwright queue add`)',
  );
}

/** In board order: what is in progress first. */
function openOnBoard(trace: TraceGraph | undefined): readonly string[] {
  const entries = trace?.project.ofKind('board').flatMap(({ model }) => model.sections) ?? [];
  const of = (wanted: string): readonly string[] =>
    entries
      .filter(({ kind }) => kind === wanted)
      .flatMap((section) => section.entries.flatMap(({ id }) => id?.value ?? []));
  return [...new Set([...of('inProgress'), ...of('backlog')])];
}

/** Takes the queue, in which all items of the sprint wait from now on. @throws UsageError if somebody else has it. */
async function begin({ queue, desk, root }: Sprint, items: readonly string[]): Promise<void> {
  const keeper = await markOf(desk.machine, desk.machine.self.pid);
  const before = await queue.read();
  if (await queue.isWorkedOn(before))
    throw new UsageError(
      `a sprint is going on already in process ${before.keeper?.pid ?? ''}: \`pactwright queue add\` adds items to it`,
    );
  await queue.change((now) => {
    const waiting = withItems({ version: 1, keeper, entries: now.entries }, root, items);
    return { ...waiting, entries: waiting.entries.map((entry) => (entry.state === 'running' ? again(entry) : entry)) };
  });
}

async function workThrough(sprint: Sprint): Promise<void> {
  const { desk, queue, request } = sprint;
  for (;;) {
    desk.signal.throwIfAborted();
    const now = await queue.read();
    const waiting = now.entries.filter((entry) => entry.state === 'waiting' && isOf(sprint, entry));
    if (waiting.length === 0) return;
    if (now.paused) {
      desk.tell({ event: 'done', what: 'The queue is paused: `pactwright phase sprint` continues it' });
      return;
    }
    const { trace } = await openPhaseProject(sprint.root, desk);
    const next = waiting.find(({ item }) => blockersOf(item, trace).length === 0);
    if (!next) {
      for (const entry of waiting) await skip(sprint, entry, blockersOf(entry.item, trace).join('; '));
      return;
    }
    const outcome = await workOn(sprint, next, trace);
    // One that asks waits for a person, and one that was left for them; neither keeps others from going on.
    if (stops.has(outcome) && !request.keepGoing) return;
  }
}

const stops: ReadonlySet<QueueOutcome> = new Set(['refused', 'unknown', 'agentFailed']);

function isOf({ root, items }: Sprint, { folder, item }: QueueEntry): boolean {
  return folder === root && (items?.includes(item) ?? true);
}

function blockersOf(item: string, trace: TraceGraph | undefined): readonly string[] {
  const found = trace?.item(item);
  return trace && found ? openDependencies(found, trace).map(({ message }) => message) : [];
}

async function skip({ queue, desk }: Sprint, entry: QueueEntry, why: string): Promise<void> {
  desk.tell({ event: 'done', what: `Skipped: ${why}` });
  await queue.change((now) => withEntry(now, entry, (one) => ended(one, 'skipped', why)));
}

async function workOn(sprint: Sprint, entry: QueueEntry, trace: TraceGraph | undefined): Promise<QueueOutcome> {
  const { queue, desk } = sprint;
  const { item } = entry;
  const found = trace?.item(item);
  if (found && isFinished(found)) {
    desk.tell({ event: 'done', what: `${item} is done already` });
    await queue.change((now) => withEntry(now, entry, (one) => ended(one, 'passed')));
    return 'passed';
  }
  for (const phase of sprint.phases) {
    if (entry.passed.includes(phase)) {
      note(sprint, item, phase, 'passed');
      continue;
    }
    if (phase === 'plan' && item !== sprint.made && (await isPlanned(sprint.root, item, desk))) continue;
    const { outcome, why } = await runPhaseOf(sprint, entry, phase);
    note(sprint, item, phase, outcome);
    await queue.change((now) => withEntry(now, entry, (one) => afterPhase(one, phase, outcome, why)));
    if (outcome !== 'passed') return outcome;
    if ((await queue.read()).paused) break;
  }
  const now = (await queue.read()).entries.find(isEntry(entry));
  const isThrough = sprint.phases.every((one) => one === 'plan' || (now?.passed.includes(one) ?? true));
  await queue.change((all) => withEntry(all, entry, (one) => (isThrough ? ended(one, 'passed') : again(one))));
  return 'passed';
}

function note({ seen }: Sprint, item: string, phase: AgentPhase, outcome: QueueOutcome): void {
  seen.set(item, (seen.get(item) ?? new Map<AgentPhase, QueueOutcome>()).set(phase, outcome));
}

interface PhaseEnd {
  readonly outcome: QueueOutcome;
  readonly why?: string;
}

/** One phase of an item, resumed where it was interrupted. */
async function runPhaseOf(sprint: Sprint, entry: QueueEntry, phase: AgentPhase): Promise<PhaseEnd> {
  const { request, desk, queue, root, runOne } = sprint;
  const { item } = entry;
  const left = entry.phase === phase ? await findUnfinished({ ...entry, phase }, request.agent, desk) : undefined;
  if (left?.kind === 'passed' && phase !== 'done') return { outcome: 'passed' };
  if (left?.kind === 'asks') {
    desk.tell({ event: 'question', session: left.session, agent: left.agent, question: left.question });
    return { outcome: 'waiting', why: left.question };
  }
  if (left?.kind === 'runs')
    return { outcome: 'unknown', why: `its agent still runs: \`pactwright agent stop ${left.session}\`` };
  const began = entry.phase === phase ? (entry.began ?? desk.machine.clock()) : desk.machine.clock();
  await queue.change((now) => withEntry(now, entry, (one) => ({ ...again(one), state: 'running', phase, began })));
  const heard = createHearing(desk);
  const single = sprint.items?.length === 1;
  try {
    const { outcome } = await runOne(
      {
        ...request,
        ...(left?.kind === 'resumable' && request.agent && canResume(request.agent, request.mode)
          ? { resumes: left.resumes }
          : {}),
        // Its agent is through, and only the closing is left.
        ...(left?.kind === 'passed' ? { agent: undefined, fallbacks: [] } : {}),
        folder: root,
        phase,
        item,
      },
      heard.desk,
    );
    const why = heard.why();
    // Only what is shown ends so.
    return { outcome: outcome === 'shown' ? 'left' : outcome, ...(why === undefined ? {} : { why }) };
  } catch (error) {
    if (single || desk.signal.aborted || !(error instanceof Refused || error instanceof UsageError)) throw error;
    desk.warn(error.message);
    return { outcome: isOwnFailure(error) ? 'unknown' : 'refused', why: error.message };
  }
}

function isOwnFailure(error: Refused | UsageError): boolean {
  return error instanceof UsageError || ['locked', 'changed', 'failed', 'gate-unknown'].includes(error.code);
}

/** Why a phase ended as it did, by what it tells. */
function createHearing(desk: PhaseDesk): { readonly desk: PhaseDesk; readonly why: () => string | undefined } {
  let why: string | undefined;
  const hear = (event: PhaseEvent): void => {
    if (event.event === 'question') why = event.question;
    if (event.event === 'agentEnd' && event.end.kind !== 'finished') why = event.end.message || event.end.kind;
    if (event.event === 'gate' && event.verdict.answer !== 'allowed')
      why = `the gate ${event.verdict.gate} ${event.verdict.answer === 'refused' ? 'refused' : 'could not decide'}`;
    desk.tell(event);
  };
  return { desk: { ...desk, tell: hear }, why: () => why };
}

function showOrder(sprint: Sprint, items: readonly string[], trace: TraceGraph | undefined): PhaseOutcome {
  const done = new Set<string>();
  const left = [...items];
  const rows: SprintRow[] = [];
  const isOpen = (item: string): readonly string[] => {
    const found = trace?.item(item);
    if (!trace || !found) return [];
    return openDependencies(found, trace)
      .filter(({ dependency }) => !done.has(dependency.id))
      .map(({ message }) => message);
  };
  for (let next; (next = left.find((item) => isOpen(item).length === 0)) !== undefined;) {
    left.splice(left.indexOf(next), 1);
    rows.push({ item: next, cells: sprint.phases.map(() => undefined), outcome: undefined });
    if (sprint.phases.includes('done')) done.add(next);
  }
  for (const item of left) rows.push({ item, cells: [], outcome: 'skipped', note: isOpen(item).join('; ') });
  sprint.desk.tell({ event: 'sprint', phases: sprint.phases, rows });
  return 'shown';
}

type SprintRow = Extract<PhaseEvent, { readonly event: 'sprint' }>['rows'][number];

/** Tells what became of each item. @returns the worst of it. */
async function tellEnd(sprint: Sprint, items: readonly string[]): Promise<PhaseOutcome> {
  const { entries } = await sprint.queue.read();
  const mine = entries.filter(
    (entry) => isOf(sprint, entry) && (items.includes(entry.item) || sprint.seen.has(entry.item)),
  );
  if (mine.length > 1)
    sprint.desk.tell({
      event: 'sprint',
      phases: sprint.phases,
      rows: mine.map(({ item, outcome, note: why }) => ({
        item,
        cells: sprint.phases.map((phase) => sprint.seen.get(item)?.get(phase)),
        outcome,
        ...(why === undefined ? {} : { note: plainText(why) }),
      })),
    });
  const outcomes = new Set(mine.map(({ outcome }) => outcome));
  if (outcomes.has('refused') || outcomes.has('skipped')) return 'refused';
  for (const one of ['agentFailed', 'unknown', 'waiting'] as const) if (outcomes.has(one)) return one;
  return outcomes.has('left') || outcomes.has(undefined) ? 'left' : 'passed';
}
