import type { Agent } from '../../agents/agent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import { refusedWords } from '../../agents/refusedWords.js';
import { createRefusalReader, withSetting } from '../../agents/refusals.js';
import { describeError } from '../../base/errors.js';
import { UsageError } from '../../base/usageError.js';
import type { Machine } from '../../workspace/machine.js';
import { recordNotRun } from './recordNotRun.js';

/** Whose lines are heard. */
interface Listened {
  readonly agent: Agent;
  readonly machine: Machine;
  /** Where it works; absolute. */
  readonly folder: string;
  readonly warn: (text: string) => void;
}

/** Hears what a program writes headless. `close`: what its end means, by what was heard. */
export function listen(
  { agent, machine, folder, warn }: Listened,
  tell: (event: AgentEvent) => void,
): { readonly take: (line: string) => void; readonly close: (end: AgentEnd) => Promise<AgentEnd> } {
  const refusals = createRefusalReader(agent.id);
  let session: string | undefined;
  let stoppedBy: AgentEvent | undefined;
  let isTold = false;
  let call: { readonly tool: string; readonly what?: string } | undefined;
  /** What an adapter tells of a refused call, with what was told of that call before. */
  const told = (event: AgentEvent): AgentEvent => {
    if (event.kind !== 'refused') return event;
    const { tool = call?.tool ?? 'a tool', what = call?.what } = event;
    return withSetting(agent.id, event, { tool, ...(what === undefined ? {} : { what }) });
  };
  return {
    take: (line) => {
      const events = agent.readLine(line).map(told);
      const found = refusals.take(line);
      // What its adapter tells is not told twice.
      isTold ||= events.some(({ kind }) => kind === 'refused');
      const refused = isTold ? events.filter(({ kind }) => kind === 'refused') : found;
      for (const event of isTold ? events : [...events, ...found]) {
        if (event.kind === 'session') ({ session } = event);
        if (event.kind === 'tool') call = event;
        if (worked.has(event.kind)) stoppedBy = undefined;
        tell(event);
      }
      // At the end of its turn a program only sums up.
      if (!events.some(({ kind }) => kind === 'turnEnd')) stoppedBy = refused.at(-1) ?? stoppedBy;
    },
    close: async (end) => {
      const calls = refusals.notRun();
      if (session !== undefined && calls.length > 0)
        await recordNotRun(machine, folder, { agent: agent.id, session, calls }, new AbortController().signal).catch(
          (error: unknown) => {
            // Where there is no project, no hook has recorded one either.
            if (!(error instanceof UsageError))
              warn(`that commands were refused is not on record: ${describeError(error)}`);
          },
        );
      return (end.kind === 'finished' || end.kind === 'crash') && stoppedBy?.kind === 'refused'
        ? { kind: 'refusedCall', message: refusalWords(stoppedBy) }
        : end;
    },
  };
}

/** What an agent goes on with after a call was refused. */
const worked: ReadonlySet<AgentEvent['kind']> = new Set(['message', 'tool', 'fileChange']);

function refusalWords(event: Extract<AgentEvent, { readonly kind: 'refused' }>): string {
  const { setting } = event;
  return `it was not allowed to call ${refusedWords(event)}${setting === undefined ? '' : `; to allow it, ${setting}`}`;
}
