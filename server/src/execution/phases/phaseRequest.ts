import type { Agent } from '../../agents/agent.js';
import type { Phase } from '../../agents/phase.js';
import type { AgentPhase } from '../../agents/playbooks/playbooks.js';
import type { AgentLimits } from '../agents/watchdog.js';

/** The defaults of a request that works in the folder it names. */
export const requestInFolder = {
  about: undefined,
  version: undefined,
  lesson: undefined,
  rounds: 2,
  profile: undefined,
  trustCommands: false,
  here: true,
  merge: true,
  dryRun: false,
  yes: false,
} as const satisfies Partial<PhaseRequest>;

/** What a phase is asked to do. */
export interface PhaseRequest {
  readonly phase: Phase;
  /** Undefined if it is about none, or is to make one. */
  readonly item: string | undefined;
  /** The run that it is a step of. */
  readonly run?: string;
  /** Of a sprint: its items; none: the one that is made of `about`, or those that wait in the queue. */
  readonly items?: readonly string[];
  /** Of a sprint without items: all that are open on the board. */
  readonly wholeBoard?: boolean;
  /** Of a sprint: its phases; undefined: those the project says. */
  readonly phases?: readonly AgentPhase[] | undefined;
  /** Of a sprint: continues with the next item where one failed. */
  readonly keepGoing?: boolean;
  /** What a person wants: the title of what is made, or what to look at. */
  readonly about: string | undefined;
  /** Of a release. */
  readonly version: string | undefined;
  /** A lesson to be written down at the end. */
  readonly lesson: string | undefined;
  /** The project's, or one in it: absolute. */
  readonly folder: string;
  /** Who is named for this run; undefined if no one is, or where no agent takes part: the person has done the work. */
  readonly agent: Agent | undefined;
  /** The agents to try next, in order, if the one before cannot work. */
  readonly fallbacks?: readonly Agent[];
  /** All there are, of which the settings choose where none is named; undefined: no one is chosen. */
  readonly agents?: readonly Agent[] | undefined;
  /** Who leads it, for this time, by name; undefined: as the settings say. */
  readonly role?: string | undefined;
  readonly mode: 'interactive' | 'headless';
  /** For this run, several separated by commas; undefined: as configured. */
  readonly model: string | undefined;
  /** The session to resume, and the prompt. `began`: the first session of its phase run. */
  readonly resumes?: {
    readonly session: string;
    readonly agentSession: string;
    readonly began: string;
    readonly prompt: string;
  };
  /** What a person answered an agent that cannot be resumed: the prompt ends with it. */
  readonly answered?: string;
  /** The log of a session to judge instead of starting an agent: absolute. */
  readonly judges?: string;
  /** For this run; undefined: as the project configures. */
  readonly limits?: AgentLimits;
  /** What this run may cost, in US dollars. */
  readonly budget?: number;
  readonly retries?: number;
  /** How long to wait before the first retry, in milliseconds. */
  readonly firstRetryMs?: number;
  /** How often the agent is started, at most. */
  readonly rounds: number;
  /** Of gates; undefined: the phase's own, else the one the configuration names. */
  readonly profile: string | undefined;
  readonly trustCommands: boolean;
  /** Whether to work in the folder instead of a worktree. */
  readonly here: boolean;
  /** Whether it is to fail rather than to work anywhere but in the item's own worktree: others work at the same time. */
  readonly ownPlace?: boolean;
  /** Whether Done merges the branch of an item that has a worktree. */
  readonly merge: boolean;
  /** Shows what would be done, and does nothing. */
  readonly dryRun: boolean;
  /** Carries out what is planned at the end without asking. */
  readonly yes: boolean;
}
