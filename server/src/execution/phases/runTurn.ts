import { setTimeout as pause } from 'node:timers/promises';
import type { Agent } from '../../agents/agent.js';
import type { AgentEndKind } from '../../agents/agentEnd.js';
import { modelsFor } from '../../agents/chosenModels.js';
import { nextTry, type RetrySettings } from '../../agents/failures.js';
import type { RoleName } from '../../agents/roles.js';
import { namesIn } from '../../base/namesIn.js';
import type { AgentRun, AgentRunEnd } from '../agents/runAgent.js';
import { readSession } from '../agents/sessionReader.js';
import type { PhaseDesk } from './phaseDesk.js';
import type { PhaseRequest } from './phaseRequest.js';

/** An agent of a phase, and the model it is told. */
export interface AgentChoice {
  readonly agent: Agent;
  readonly model?: string;
}

/** Who may work in a phase, in the order they are tried. A model that is given for this time is one of the first agent. */
export function choicesOf(
  { agent, fallbacks = [], model, models }: Pick<PhaseRequest, 'agent' | 'fallbacks' | 'model' | 'models'>,
  role: RoleName,
): readonly AgentChoice[] {
  return (agent ? [agent, ...fallbacks] : []).flatMap((one, index): readonly AgentChoice[] => {
    const chain = index === 0 && model !== undefined ? namesIn(model) : modelsFor(models, one, role);
    return chain.length === 0 ? [{ agent: one }] : chain.map((name) => ({ agent: one, model: name }));
  });
}

/** What an agent is started with in a turn. */
export type TurnStart = Pick<AgentRun, 'prompt' | 'resumes' | 'began'>;

/** One turn of an agent, whoever has it in the end. */
export interface Turn {
  readonly choices: readonly AgentChoice[];
  /** Which of them begins. */
  readonly at: number;
  readonly retry: RetrySettings;
  /** Where it works: absolute. */
  readonly folder: string;
  readonly first: TurnStart;
  readonly start: (choice: AgentChoice, how: TurnStart) => Promise<AgentRunEnd>;
}

/** The last start of a turn. */
export interface TurnEnd extends AgentRunEnd {
  /** Which of the choices that was. */
  readonly at: number;
  /** How the next turn takes it up: in the same conversation where the agent can. */
  readonly goesOn: Omit<TurnStart, 'prompt'>;
}

/** An agent that ended so may have done something. */
const begunEnds: ReadonlySet<AgentEndKind> = new Set([
  'finished',
  'crash',
  'rateLimit',
  'quota',
  'timeout',
  'refusedCall',
  'cancelled',
  'timeLimit',
  'silence',
  'budget',
]);

/** What an agent is told that goes on where it was broken off itself. */
const goOn = 'You were interrupted. Go on with what you were doing.\n';

/** What an agent is told that goes on where another one was broken off. */
const takeOver =
  'Another agent began this and could not go on. What it did is in the folder: look at it first, and keep what is right.\n\n';

/**
 * Lets an agent have its turn. Where its service fails it is tried again after a while, and then the next one is, by what its end means.
 *
 * @throws what `start` throws; the signal's reason while it waits.
 */
export async function runTurn(turn: Turn, desk: PhaseDesk): Promise<TurnEnd> {
  const { choices, retry, folder, start } = turn;
  const names = choices.map(({ agent, model }) => ({ agent: agent.id, ...(model === undefined ? {} : { model }) }));
  let { at, first: how } = turn;
  let { began } = turn.first;
  for (let tried = 0; ;) {
    const choice = choices[at];
    if (!choice) throw new Error('nobody is there to have the turn');
    const ran = await start(choice, { ...how, ...(began === undefined ? {} : { began }) });
    const { session, log, end, losses } = ran;
    began ??= session;
    const agentSession = choice.agent.resumes ? (await readSession(desk.machine, log))?.told.agentSession : undefined;
    const resumes = agentSession === undefined ? undefined : { session, agentSession };
    const resumable = begunEnds.has(end.kind) ? { resumable: resumes !== undefined } : {};
    desk.tell({ event: 'agentEnd', session, folder, ...resumable, end, losses });
    const next = nextTry(end.kind, { at, tried }, names, retry);
    if (next.kind === 'over') return { ...ran, at, goesOn: { began, ...(resumes ? { resumes } : {}) } };
    const other = next.kind === 'next' ? choices[next.at] : choice;
    desk.tell({
      event: 'again',
      agent: (other ?? choice).agent.name,
      ...(other?.model === undefined ? {} : { model: other.model }),
      afterMs: next.kind === 'again' ? next.afterMs : 0,
    });
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

/** How a broken-off turn goes on: in the same conversation where that is possible. @param isSame whether the same agent has it. */
function continued(
  first: TurnStart,
  { kind, resumes }: { readonly kind: AgentEndKind; readonly resumes: TurnStart['resumes'] },
  isSame: boolean,
): TurnStart {
  if (kind === 'notStarted') return isSame ? first : { prompt: first.prompt };
  if (!isSame) return { prompt: takeOver + first.prompt };
  return resumes ? { prompt: goOn, resumes } : first;
}
