import type { GitRepository } from '../../workspace/ports.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { GateAnswer } from '../../agents/sessionRecord.js';
import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { type AgentPhase, againPrompt, resumePrompt } from '../../agents/playbooks/playbooks.js';
import { phases } from '../../agents/phases/phases.js';
import type { Agent } from '../../agents/agent.js';
import { withComments } from '../../agents/reviewComments.js';
import { answerPrompt, askedQuestion, closingQuestion } from '../../agents/question.js';
import { awaitAnswer, recordQuestion } from '../agents/questions.js';
import { hasTerminal } from '../agents/agentRun.js';
import { changedSince } from '../agents/leftWork.js';
import { runAgent } from '../agents/runAgent.js';
import { appendEntry, logOf } from '../agents/sessionLog.js';
import { logsOf } from '../agents/sessionPlace.js';
import { readSession } from '../agents/sessionReader.js';
import { readPortVariables } from '../worktrees/setUpState.js';
import { consultBy } from './consultBy.js';
import { type PhaseDesk } from './phaseDesk.js';
import type { AgentTerms } from './agentTerms.js';
import { checkBudget } from './checkBudget.js';
import { commentsFor, markSent } from './comments.js';
import type { MadeCommit } from './commitWork.js';
import type { PhaseRequest } from './phaseRequest.js';
import { type AgentChoice, runTurn, type Turn, type TurnEnd, type TurnStart } from './runTurn.js';

/** How the work of an agent was judged. */
export interface Judgement {
  readonly outcome: 'passed' | 'refused' | 'unknown';
  /** What the agent is sent back with. */
  readonly again: PlaybookFacts;
  readonly note: GateAnswer | undefined;
  /** What was committed of it before. */
  readonly commits?: readonly MadeCommit[] | undefined;
}

export type RoundsEnd =
  | Pick<Judgement, 'outcome'>
  | { readonly outcome: 'agentFailed'; readonly end: AgentEnd }
  | { readonly outcome: 'waiting' };

/** The work of an agent. */
export interface AgentTask {
  readonly phase: AgentPhase;
  readonly request: PhaseRequest;
  /** The agents to try, in order; at least one. */
  readonly choices: readonly AgentChoice[];
  readonly terms: AgentTerms;
  readonly item: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly repository: GitRepository | undefined;
  readonly prompt: string;
  readonly gateIn: GateAnswer | undefined;
  /**
   * @param said what the agent said at last; undefined in a terminal, where it is not captured.
   * @param agent the name of who had the turn, who need not be the first choice.
   */
  readonly judge: (said: string | undefined, agent: string | undefined) => Promise<Judgement>;
}

/** How many questions an agent may ask in one phase. */
const mostQuestions = 10;

/**
 * Lets an agent work until the gate allows its work, or all rounds are used. In a terminal the user confirms each further round. An agent
 * that only reads is not sent back: the refused work is not its own. After a question it continues with the answer, in the same round.
 */
export async function runRounds(task: AgentTask, desk: PhaseDesk): Promise<RoundsEnd> {
  const { phase, request, judge } = task;
  const { mode, run, rounds, resumes, answered } = request;
  const whole = answered === undefined ? task.prompt : `${task.prompt}\n\n${answered}`;
  let first: TurnStart = resumes ? await resumedStart(task, resumes, desk) : { prompt: whole };
  let at = 0;
  const begunAt = desk.machine.clock();
  for (let round = 1, asked = 0; ;) {
    desk.signal.throwIfAborted();
    const words = lastWords();
    const budget = await checkBudget(task.terms.budgets, { ...task, run, begunAt }, desk);
    if ('over' in budget) {
      desk.tell({ event: 'spent', end: budget.over });
      return { outcome: 'agentFailed', end: budget.over };
    }
    const start = startOf(task, { round, words, dollars: budget.dollars }, desk);
    const { choices, folder, terms } = task;
    const comments = await commentsFor(task, desk);
    const told = { ...first, prompt: withComments(first.prompt, comments) };
    const ran = await runTurn({ choices, at, retry: terms.retry, mode, folder, first: told, start }, desk);
    ({ at } = ran);
    const agent = choices[at]?.agent;
    if (ran.end.kind !== 'finished') return { outcome: 'agentFailed', end: ran.end };
    const said = agent && hasTerminal({ agent, mode }) ? undefined : words.said();
    const plain = said === undefined ? undefined : (words.waits() ?? askedQuestion(said));
    const judged = plain === undefined || asked >= mostQuestions ? await judge(said, agent?.name) : undefined;
    if (judged) await recordJudgement(ran.log, judged, desk);
    // After a question, the comments go with the answer again.
    if (judged) await markSent(comments, ran.session, task, desk);
    const isOpen = judged?.outcome === 'refused' && phases[phase].access === 'write' && asked < mostQuestions;
    const question = judged ? (isOpen && said !== undefined ? closingQuestion(said) : undefined) : plain;
    if (agent && question !== undefined) {
      const answered = await askPerson(task, ran, { agent, question }, desk);
      if (!answered) return { outcome: 'waiting' };
      first = answered;
      asked++;
      continue;
    }
    if (!judged) return { outcome: 'waiting' };
    const { outcome, again } = judged;
    if (outcome !== 'refused' || round >= rounds || phases[phase].access === 'read') return { outcome };
    if (
      mode === 'interactive' &&
      !(await desk.confirm?.(`Send ${agent?.name ?? 'the agent'} back with the gate’s findings?`))
    )
      return { outcome };
    const back = againPrompt(phase, again);
    const backWhole = `${task.prompt}\n\n${back}`;
    first = {
      ...(ran.goesOn.resumes ? { prompt: back, promptIfNew: backWhole } : { prompt: backWhole }),
      ...ran.goesOn,
    };
    round++;
  }
}

/** How an interrupted conversation continues: with what changed in the folder since. */
async function resumedStart(
  { folder, repository }: AgentTask,
  resumes: NonNullable<PhaseRequest['resumes']>,
  { machine, signal }: PhaseDesk,
): Promise<TurnStart> {
  const log = repository && logOf(logsOf(machine, folder, repository), resumes.session);
  const left = log === undefined ? undefined : (await readSession(machine, log))?.left;
  const changed = repository && left ? await changedSince(machine, repository, left, signal) : [];
  return { prompt: resumePrompt(resumes.prompt, changed), resumes, began: resumes.began };
}

/** Starts an agent in a round. */
function startOf(
  task: AgentTask,
  {
    round,
    words,
    dollars,
  }: { readonly round: number; readonly words: LastWords; readonly dollars: number | undefined },
  desk: PhaseDesk,
): Turn['start'] {
  const { phase, request, item, folder, gateIn, terms } = task;
  return async (choice, how) => {
    desk.tell({ event: 'agent', agent: choice.agent.name, round, rounds: request.rounds });
    return runAgent({
      env: await readPortVariables(desk.machine, folder),
      ...choice,
      ...how,
      mode: request.mode,
      ...(item === undefined ? {} : { item }),
      phase,
      round,
      access: phases[phase].access,
      folder,
      ...(round === 1 && gateIn ? { gate: gateIn } : {}),
      limits: { ...terms.limits, ...(dollars === undefined ? {} : { dollars }) },
      machine: desk.machine,
      warn: desk.warn,
      ...(desk.ask ? { ask: desk.ask } : {}),
      onEvent: (agentEvent) => {
        desk.tell({ event: 'agentEvent', agentEvent });
        words.hear(agentEvent);
      },
      onSilence: (ms) => {
        desk.tell({ event: 'silent', ms });
      },
      ...(desk.answer ? { consult: consultBy(desk, desk.answer, choice.agent) } : {}),
      signal: desk.signal,
    });
  };
}

/** Asks the user what an agent wants to know. @returns how the agent continues; undefined without an answer for now. */
async function askPerson(
  { prompt }: AgentTask,
  ran: TurnEnd,
  { agent, question }: { readonly agent: Agent; readonly question: string },
  desk: PhaseDesk,
): Promise<TurnStart | undefined> {
  const { machine, answer: ask, signal } = desk;
  await recordQuestion(machine, ran.log, question, ask !== undefined);
  desk.tell({ event: 'question', session: ran.session, agent: agent.name, question });
  const answer = ask && (await awaitAnswer(machine, ran.log, question, (until) => ask(question, until), signal));
  if (answer === undefined) return undefined;
  const told = answerPrompt(question, answer);
  const whole = `${prompt}\n\n${told}`;
  return ran.goesOn.resumes ? { prompt: told, promptIfNew: whole, ...ran.goesOn } : { prompt: whole, ...ran.goesOn };
}

interface LastWords {
  readonly hear: (event: AgentEvent) => void;
  /** What the agent has said since its last tool call. */
  readonly said: () => string;
  /** What it waits for, if its program reports that. */
  readonly waits: () => string | undefined;
}

/** Listens to an agent. */
export function lastWords(): LastWords {
  let said = '';
  let waits: string | undefined;
  return {
    hear: (event) => {
      if (event.kind === 'waiting') waits = event.why;
      else if (event.kind === 'tool' || event.kind === 'message' || event.kind === 'working') waits = undefined;
      if (event.kind === 'tool') said = '';
      if (event.kind === 'message') said += `${said === '' || event.continues ? '' : '\n'}${event.text}`;
    },
    said: () => said,
    waits: () => waits,
  };
}

/** Writes what was committed of an agent's work, and what a gate said of it, to its session's log. */
export async function recordJudgement(
  log: string,
  { commits = [], note }: Pick<Judgement, 'commits' | 'note'>,
  { machine, warn }: PhaseDesk,
): Promise<void> {
  try {
    const at = machine.clock();
    for (const commit of commits) await appendEntry(machine, log, { kind: 'commit', at, ...commit });
    if (note) await appendEntry(machine, log, { kind: 'gate', at, gate: note });
  } catch (error) {
    warn(`the gate's answer is not in the session's record: ${error instanceof Error ? error.message : String(error)}`);
  }
}
