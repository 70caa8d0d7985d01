import type { Agent } from '../../agents/agent.js';
import type { ChosenModels } from '../../agents/chosenModels.js';
import type { Phase } from '../../agents/phase.js';
import type { AgentLimits } from '../agents/watchdog.js';

/** What a phase is asked to do. */
export interface PhaseRequest {
  readonly phase: Phase;
  /** Undefined where it is about none, or is to make one. */
  readonly item: string | undefined;
  /** What a person wants: the title of what is made, or what to look at. */
  readonly about: string | undefined;
  /** Of a release. */
  readonly version: string | undefined;
  /** A lesson to be written down at the end. */
  readonly lesson: string | undefined;
  /** The project's, or one in it: absolute. */
  readonly folder: string;
  /** Undefined where no agent takes part: the person has done the work. */
  readonly agent: Agent | undefined;
  /** Who works where the one before cannot, in this order. */
  readonly fallbacks?: readonly Agent[];
  readonly mode: 'interactive' | 'headless';
  /** For this time, several separated by commas; undefined: what the person has chosen for the agent and the role. */
  readonly model: string | undefined;
  readonly models: ChosenModels;
  /** The session that is taken up again, with what it is told then; `began`: the first of the rounds it belongs to. */
  readonly resumes?: {
    readonly session: string;
    readonly agentSession: string;
    readonly began: string;
    readonly prompt: string;
  };
  /** The log of a session whose work so far is judged, and no agent is started: absolute. */
  readonly judges?: string;
  /** What it may take, for this time; undefined: what the project says. */
  readonly limits?: AgentLimits;
  /** What one run may cost, in US dollars. */
  readonly budget?: number;
  readonly retries?: number;
  /** After how long it is tried again first, in milliseconds; undefined: as long as services mostly need. */
  readonly firstRetryMs?: number;
  /** How often the agent is started, at most. */
  readonly rounds: number;
  /** Of gates; undefined: the phase's own, else the one the configuration names. */
  readonly profile: string | undefined;
  readonly trustCommands: boolean;
  /** Works in the folder, and makes no worktree. */
  readonly here: boolean;
  /** Whether Done merges the branch of an item that has a worktree. */
  readonly merge: boolean;
  /** Shows what would be done, and does nothing. */
  readonly dryRun: boolean;
  /** Carries out what is planned at the end without asking. */
  readonly yes: boolean;
}
