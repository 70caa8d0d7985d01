import type { Agent } from '../../agents/agent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { refusedWords } from '../../agents/refusedWords.js';
import { createRefusalReader } from '../../agents/refusals.js';
import { describeError } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { recordNotRun } from './recordNotRun.js';

/** The agent to listen to. */
interface Listened {
  readonly agent: Agent;
  readonly machine: Machine;
  /** Where it works; absolute. */
  readonly folder: string;
  readonly warn: (text: string) => void;
}

/** Reads what a program writes without a terminal. */
export interface Listener {
  readonly take: (line: string) => void;
  /** Takes what is in no line. */
  readonly note: (event: AgentEvent) => void;
  /** Records that a call did not run. @param call the program's own name for it; so is the session. */
  readonly noteNotRun: (session: string, call: string) => void;
  /** What its end means, given what it wrote. */
  readonly close: (end: AgentEnd) => Promise<AgentEnd>;
}

export function listen({ agent, machine, folder, warn }: Listened, tell: (event: AgentEvent) => void): Listener {
  const refusals = createRefusalReader(agent.id, agent.readCalls);
  const readLine = agent.createReader?.() ?? agent.readLine;
  const notRun: string[] = [];
  let session: string | undefined;
  let stoppedBy: AgentEvent | undefined;
  const hear = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      if (event.kind === 'session') ({ session } = event);
      if (worked.has(event.kind)) stoppedBy = undefined;
      tell(event);
    }
    // At the end of its turn a program only sums up.
    if (!events.some(({ kind }) => kind === 'turnEnd'))
      stoppedBy = events.findLast(({ kind }) => kind === 'refused') ?? stoppedBy;
  };
  return {
    take: (line) => {
      hear([...readLine(line), ...refusals.take(line)]);
    },
    note: (event) => {
      hear([event]);
    },
    noteNotRun: (own, id) => {
      session = own;
      notRun.push(id);
    },
    close: async (end) => {
      const calls = [...refusals.notRun(), ...notRun];
      if (session !== undefined && calls.length > 0)
        await recordNotRun(machine, folder, { agent: agent.id, session, calls }, new AbortController().signal).catch(
          (error: unknown) => {
            // Without a project, no hook has recorded a command either.
            if (!(error instanceof UsageError))
              warn(`could not record which commands were refused: ${describeError(error)}`);
          },
        );
      return (end.kind === 'finished' || end.kind === 'crash') && stoppedBy?.kind === 'refused'
        ? { kind: 'refusedCall', message: refusalWords(stoppedBy) }
        : end;
    },
  };
}

/** Events that show that an agent continued after a refused call. */
const worked: ReadonlySet<AgentEvent['kind']> = new Set(['message', 'tool', 'fileChange']);

function refusalWords(event: Extract<AgentEvent, { readonly kind: 'refused' }>): string {
  const { setting } = event;
  return `it was not allowed to call ${refusedWords(event)}${setting === undefined ? '' : `; to allow it, ${setting}`}`;
}
