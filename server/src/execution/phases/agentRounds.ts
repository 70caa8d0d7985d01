import type { AgentEvent } from '../../agents/agentEvent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { GateAnswer } from '../../agents/sessionRecord.js';
import type { PlaybookFacts } from '../../agents/playbooks/facts.js';
import { type AgentPhase, againPrompt } from '../../agents/playbooks/playbooks.js';
import { phases } from '../../agents/phases/phases.js';
import { runAgent } from '../agents/runAgent.js';
import { appendEntry } from '../agents/sessionLog.js';
import { readSession } from '../agents/sessionReader.js';
import { type PhaseDesk } from './phaseDesk.js';
import type { AgentTerms } from './agentTerms.js';
import type { PhaseRequest } from './phaseRequest.js';
import { type AgentChoice, runTurn, type Turn, type TurnStart } from './runTurn.js';

/** How the work of an agent was judged. */
export interface Judgement {
  readonly outcome: 'passed' | 'refused' | 'unknown';
  /** What the agent is sent back with. */
  readonly again: PlaybookFacts;
  readonly note: GateAnswer | undefined;
}

export type RoundsEnd = Pick<Judgement, 'outcome'> | { readonly outcome: 'agentFailed'; readonly end: AgentEnd };

/** What an agent is to do. */
export interface AgentTask {
  readonly phase: AgentPhase;
  readonly request: PhaseRequest;
  /** Who may work, in the order they are tried; at least one. */
  readonly choices: readonly AgentChoice[];
  readonly terms: AgentTerms;
  readonly item: string | undefined;
  /** Absolute. */
  readonly folder: string;
  readonly prompt: string;
  readonly gateIn: GateAnswer | undefined;
  /** @param said what the agent said at last; undefined where it has a terminal, and nobody else hears it. */
  readonly judge: (said: string | undefined) => Promise<Judgement>;
}

/**
 * Lets an agent work until its work is let pass, as often as it may be started. In a terminal a person is asked before it is started
 * again; without one it goes on by itself. An agent that only looks is not sent back: what is refused is not its work.
 */
export async function runRounds(task: AgentTask, desk: PhaseDesk): Promise<RoundsEnd> {
  const { phase, request, judge } = task;
  const { mode, rounds } = request;
  let first: TurnStart = { prompt: task.prompt };
  let at = 0;
  for (let round = 1; ; round++) {
    desk.signal.throwIfAborted();
    const words = lastWords();
    const start: Turn['start'] = (choice, how) => {
      desk.tell({ event: 'agent', agent: choice.agent.name, round, rounds });
      return runAgent({
        ...choice,
        ...how,
        mode,
        ...(task.item === undefined ? {} : { item: task.item }),
        phase,
        round,
        access: phases[phase].access,
        folder: task.folder,
        ...(round === 1 && task.gateIn ? { gate: task.gateIn } : {}),
        limits: task.terms.limits,
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
        signal: desk.signal,
      });
    };
    const ran = await runTurn({ choices: task.choices, at, retry: task.terms.retry, first, start }, desk);
    ({ at } = ran);
    const agent = task.choices[at]?.agent;
    if (ran.end.kind !== 'finished') return { outcome: 'agentFailed', end: ran.end };
    const { outcome, again, note } = await judge(mode === 'headless' ? words.said() : undefined);
    if (note) await recordNote(ran.log, note, desk);
    if (outcome !== 'refused' || round >= rounds || phases[phase].access === 'read') return { outcome };
    if (
      mode === 'interactive' &&
      !(await desk.confirm?.(`Send ${agent?.name ?? 'the agent'} back with the gate’s findings?`))
    )
      return { outcome };
    const agentSession = agent?.resumes ? (await readSession(desk.machine, ran.log))?.told.agentSession : undefined;
    first = {
      prompt: againPrompt(phase, again),
      ...(agentSession === undefined ? {} : { resumes: { session: ran.session, agentSession } }),
    };
  }
}

/** What an agent has said since it last used a tool. */
function lastWords(): { readonly hear: (event: AgentEvent) => void; readonly said: () => string } {
  let said = '';
  return {
    hear: (event) => {
      if (event.kind === 'tool') said = '';
      if (event.kind === 'message') said += `${said === '' || event.continues ? '' : '\n'}${event.text}`;
    },
    said: () => said,
  };
}

async function recordNote(log: string, note: GateAnswer, desk: PhaseDesk): Promise<void> {
  try {
    await appendEntry(desk.machine, log, { kind: 'gate', at: desk.machine.clock(), gate: note });
  } catch (error) {
    desk.warn(
      `the gate's answer is not in the session's record: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
