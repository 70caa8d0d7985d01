import type { Agent, AgentAccess } from '../../agents/agent.js';
import type { AgentEnd } from '../../agents/agentEnd.js';
import type { AgentEvent } from '../../agents/agentEvent.js';
import type { Phase } from '../../agents/phase.js';
import type { GateAnswer, Loss } from '../../agents/sessionRecord.js';
import type { Machine } from '../../workspace/machine.js';
import type { Recorder } from './sessionLog.js';
import type { AgentLimits } from './watchdog.js';

/** One start of an agent. */
export interface AgentRun {
  readonly agent: Agent;
  /** `interactive`: it has this process's terminal, and a person types to it. */
  readonly mode: 'interactive' | 'headless';
  readonly item?: string;
  readonly phase?: Phase;
  /** From 1: how often the agent was sent back is one less. */
  readonly round: number;
  /** Of any length. @see `startOf` in beginSession.ts for how it gets there */
  readonly prompt: string;
  readonly access: AgentAccess;
  readonly model?: string;
  /** Where it works; absolute. */
  readonly folder: string;
  /** The session to take up again: by our name of it, and by the program's own. */
  readonly resumes?: { readonly session: string; readonly agentSession: string };
  /** What it gets instead of the prompt if the session is gone and a new one begins; undefined: it ends then. */
  readonly promptIfNew?: string;
  /** The first session of the phase run; undefined if this is the first. */
  readonly began?: string;
  /** The gate that let it begin. */
  readonly gate?: GateAnswer;
  readonly limits?: AgentLimits;
  /** What its folder says of the environment: the ports of a worktree. */
  readonly env?: Readonly<Record<string, string>>;
  readonly machine: Machine;
  /** Given what a person should know, a line at a time. */
  readonly warn: (text: string) => void;
  /** Asks the person at the terminal whether it may be started, before its first use in a repository; undefined: it starts without a question. */
  readonly ask?: (question: string) => Promise<string>;
  /** Given what the program says without a terminal, as it comes; in a terminal its hooks report to the log. */
  readonly onEvent?: (event: AgentEvent) => void;
  /**
   * Asks a person for permission while the agent waits, where its program asks us for it; undefined: there is no person.
   *
   * @param until aborted once the agent waits no longer.
   * @returns undefined if there is no answer.
   */
  readonly consult?: (
    question: string,
    session: Pick<AgentRunEnd, 'session' | 'log'>,
    until: AbortSignal,
  ) => Promise<string | undefined>;
  /** Called from time to time with the length of a silence without a terminal, in milliseconds. */
  readonly onSilence?: (ms: number) => void;
  /** Ends it with all that it has started. */
  readonly signal: AbortSignal;
}

export interface AgentRunEnd {
  /** Ours. */
  readonly session: string;
  /** Its log: absolute. More is appended by `appendEntry`. */
  readonly log: string;
  readonly end: AgentEnd;
  /** What of a person's is not as it was before; `pactwright agent undo` restores it. */
  readonly losses: readonly Loss[];
}

/** Whether the agent itself is what a person types to; one that is talked to by a protocol asks through us. */
export function hasTerminal({ agent, mode }: Pick<AgentRun, 'agent' | 'mode'>): boolean {
  return mode === 'interactive' && !agent.acp;
}

type Entry = Parameters<Recorder['add']>[0];
/** An entry of a session's record, without its time. */
export type Untimed = Entry extends infer E ? (E extends Entry ? Omit<E, 'at'> : never) : never;

/** How it ended, and what it destroyed. */
export interface Ended {
  readonly code: number | null;
  readonly end: AgentEnd;
  readonly losses?: readonly Loss[];
}
