import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, type AgentMode, canResume } from '../../agents/agent.js';
import type { AgentEndKind } from '../../agents/agentEnd.js';
import { nextTry, type RetrySettings } from '../../agents/failures.js';
import type { AgentRun, AgentRunEnd } from '../agents/agentRun.js';
import { readSession } from '../agents/sessionReader.js';
import type { PhaseDesk } from './phaseDesk.js';

/** An agent of a phase, and its model. */
export interface AgentChoice {
  readonly agent: Agent;
  readonly model?: string;
}

/** How an agent starts in a turn. */
export type TurnStart = Pick<AgentRun, 'prompt' | 'resumes' | 'promptIfNew' | 'began'>;

/** One turn, possibly of several agents. */
export interface Turn {
  readonly choices: readonly AgentChoice[];
  /** The index of the first to try. */
  readonly at: number;
  readonly retry: RetrySettings;
  readonly mode: AgentMode;
  /** Where it works: absolute. */
  readonly folder: string;
  readonly first: TurnStart;
  readonly start: (choice: AgentChoice, how: TurnStart) => Promise<AgentRunEnd>;
}

/** The last start of a turn. */
export interface TurnEnd extends AgentRunEnd {
  /** The index of its choice. */
  readonly at: number;
  /** How the next turn continues: in the same conversation, if the agent can. */
  readonly goesOn: Omit<TurnStart, 'prompt' | 'promptIfNew'>;
}

/** After such an end the agent may have changed something. */
const begunEnds: ReadonlySet<AgentEndKind> = new Set([
  'finished',
  'crash',
  'rateLimit',
  'quota',
  'timeout',
  'busy',
  'refusedCall',
  'cancelled',
  'timeLimit',
  'silence',
  'budget',
]);

/** The prompt of an agent that resumes its own interrupted turn. */
const goOn = 'You were interrupted. Go on with what you were doing.\n';

/** The prompt of an agent that continues the interrupted turn of another. */
const takeOver =
  'Another agent started this and could not continue. What it did is in the folder: look at it first, and keep what is right.\n\n';

/**
 * Runs a turn. Depending on how an agent ends, it is retried after a pause, or the next choice is tried.
 *
 * @throws what `start` throws; the signal's reason while it waits.
 */
export async function runTurn(turn: Turn, desk: PhaseDesk): Promise<TurnEnd> {
  const { choices, retry, mode, folder, start } = turn;
  const names = choices.map(({ agent, model }) => ({ agent: agent.id, ...(model === undefined ? {} : { model }) }));
  let { at, first: how } = turn;
  let { began } = turn.first;
  for (let tried = 0; ;) {
    const choice = choices[at];
    if (!choice) throw new Error('a turn needs at least one choice');
    const ran = await start(choice, { ...how, ...(began === undefined ? {} : { began }) });
    const { session, log, end, losses } = ran;
    began ??= session;
    const agentSession = canResume(choice.agent, mode)
      ? (await readSession(desk.machine, log))?.told.agentSession
      : undefined;
    const resumes = agentSession === undefined ? undefined : { session, agentSession };
    const resumable = begunEnds.has(end.kind) ? { resumable: resumes !== undefined } : {};
    desk.tell({ event: 'agentEnd', session, folder, ...resumable, end, losses });
    // A program may have kept nothing of a turn that failed at its first request.
    if (end.kind === 'notStarted' && how.resumes && how.promptIfNew !== undefined) {
      tellAgain(choice, 0, desk);
      how = { prompt: how.promptIfNew };
      continue;
    }
    const next = nextTry(end.kind, { at, tried }, names, retry);
    if (next.kind === 'over') return { ...ran, at, goesOn: { began, ...(resumes ? { resumes } : {}) } };
    const other = next.kind === 'next' ? choices[next.at] : choice;
    tellAgain(other ?? choice, next.kind === 'again' ? next.afterMs : 0, desk);
    if (next.kind === 'again') {
      tried++;
      await pause(next.afterMs, undefined, { signal: desk.signal });
    } else {
      at = next.at;
      tried = 0;
    }
    how = continued(turn.first, { kind: end.kind, resumes }, choice.agent === other?.agent);
  }
}

function tellAgain({ agent, model }: AgentChoice, afterMs: number, { tell }: PhaseDesk): void {
  tell({ event: 'again', agent: agent.name, ...(model === undefined ? {} : { model }), afterMs });
}

/** How an interrupted turn continues: in the same conversation, if possible. @param isSame whether with the same agent. */
function continued(
  first: TurnStart,
  { kind, resumes }: { readonly kind: AgentEndKind; readonly resumes: TurnStart['resumes'] },
  isSame: boolean,
): TurnStart {
  if (kind === 'notStarted') return isSame ? first : { prompt: first.prompt };
  if (!isSame) return { prompt: takeOver + first.prompt };
  return resumes ? { prompt: goOn, resumes, promptIfNew: first.promptIfNew ?? first.prompt } : first;
}
