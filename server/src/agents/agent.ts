import type { AgentCall } from './agentCall.js';
import type { AgentEnd } from './agentEnd.js';
import type { AgentEvent } from './agentEvent.js';
import type { McpFile } from './mcp.js';
import type { ToolWish } from './hooks/toolWishes.js';
import type { ReadCalls } from './refusals.js';
import type { OwnRecords } from './streams/ownRecords.js';

/** What an agent may do to the folder it works in. None of them includes to switch the program's own safety off. */
export type AgentAccess = 'read' | 'write';

/** What an agent is asked, whichever it is. */
export interface AgentRequest {
  /** What to do, or which file says it. It is handed over as one argument, or as the standard input. */
  readonly prompt: string;
  /** As the program names it; undefined: the program's own choice. */
  readonly model?: string;
  readonly access: AgentAccess;
  /** The program's own id of the session to resume; undefined for a new one. */
  readonly session?: string;
  /** What the agent's program is to run for its hooks: our own command line, then `hook AGENT`; the event's name is added. */
  readonly hook?: readonly string[];
}

/** How a program is started. */
export interface AgentStart {
  /** Handed over as they are: no shell reads them. */
  readonly args: readonly string[];
  /** What it reads from its standard input; undefined: the terminal's in an interactive session, else nothing. */
  readonly input?: string;
  /** Set beside the environment it inherits; a JSON object is laid over one that is there. */
  readonly env?: Readonly<Record<string, string>>;
  /** Files it needs, by name, written beside the session's log; their folder is in all of this as `filesFolder`. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Stands in `AgentStart.args`, `env` and `files` for the absolute folder that its `files` are written to. */
export const filesFolder = '{filesFolder}';

/** A JSON object as a program hands it over. */
export type Payload = Readonly<Record<string, unknown>>;

/** What a program tells while it has a terminal: it calls `AgentRequest.hook` with the event's name, and hands over a payload. */
export interface AgentHooks {
  /** Those that are understood. */
  readonly events: readonly string[];
  /** What an event says of the session. */
  readonly read: (event: string, payload: Payload) => readonly AgentEvent[];
  /** The command that an event reports; undefined if it reports none. */
  readonly readCall: (event: string, payload: Payload) => AgentCall | undefined;
}

/** What an event of a program is about: before a tool call, at the end of a turn, at the start of a session, before compaction. */
export type HookMoment = 'tool' | 'stop' | 'start' | 'compaction' | 'other';

/** How a program asks its hooks before it acts, and takes their answers: all of them texts for the standard output. */
export interface HookGuard {
  /** By event. `other` ones are known and always allowed. */
  readonly moments: Readonly<Record<string, HookMoment>>;
  /** Where its settings, hooks and MCP servers are, in a project or a home; a folder ends with a slash. */
  readonly files: readonly string[];
  /** What a tool is about to do. */
  readonly readWish: (payload: Payload) => ToolWish;
  readonly refuse: (event: string, reason: string) => string;
  /** Sends it on at the end of a turn. */
  readonly hold: (event: string, reason: string) => string;
  readonly inform: (event: string, text: string) => string;
}

/** A figure of what an agent costs. */
export type CostName = 'dollars' | 'inputTokens' | 'cachedTokens' | 'outputTokens';

export type AgentMode = 'interactive' | 'headless';

/** What a program lets its model do on its default settings if no person can be asked: without a terminal, with our arguments. */
export interface AgentPowers {
  /** Commands besides `pactwright`. `safe`: those that the program considers harmless, such as `git log`. */
  readonly commands: Readonly<Record<AgentAccess, 'all' | 'safe' | 'none'>>;
  /** `request`: its sandbox keeps it from what commands of ours write, so the process of the phase carries them out. */
  readonly own: 'direct' | 'request';
  readonly commits: boolean;
  /** Whether its commands reach a network. */
  readonly network: boolean;
  /** Whether its tools write files outside the folder it works in. */
  readonly writesOutside: boolean;
}

/** What is special about a program that speaks the Agent Client Protocol. */
export interface AcpTerms {
  /** Its own name for the mode to use for each access; undefined: its default mode. */
  readonly modes?: Partial<Record<AgentAccess, string>>;
  /** It gives a command only as the title of the call, verbatim. */
  readonly titleIsCommand?: true;
  /** It has to read files itself: if we read for it, it treats a missing file as a failure. */
  readonly readsItself?: true;
  /** The tokens it reports at the end of a turn are those of its last request only. */
  readonly countsLast?: true;
}

/** Whether it takes up a session of its own again in that mode. */
export function canResume({ resumes }: Pick<Agent, 'resumes'>, mode: AgentMode): boolean {
  return resumes === true || resumes === mode;
}

/** How an agent's program is called and understood: data, and a few functions that only compute. */
export interface Agent {
  /** As in settings and on the command line: `claude`. */
  readonly id: string;
  /** `Claude Code`. */
  readonly name: string;
  /** Looked for in the PATH. */
  readonly program: string;
  /** Where a person reads how to install it. */
  readonly installPage: string;
  /** What makes the program say its version and end. */
  readonly versionArgs: readonly string[];
  /** For a terminal, where a person can answer; undefined if the program has no such way. */
  readonly interactive?: (request: AgentRequest) => AgentStart;
  /** Without a terminal; undefined if the program has no such way. */
  readonly headless?: (request: AgentRequest) => AgentStart;
  /** Names of models that it always knows; it accepts others, too. Undefined: its model cannot be set. */
  readonly models?: readonly string[];
  /** What it does not do without its safety switched off: why, and the way out, as a sentence without full stop. */
  readonly refuses?: (mode: AgentMode, access: AgentAccess) => string | undefined;
  /** The files in which its MCP servers are configured. */
  readonly mcp?: readonly McpFile[];
  /** False if its tools refuse to read what git ignores. */
  readonly readsIgnoredFiles?: false;
  /** Whether a session of its own can be taken up again with a prompt; `headless`: not in a terminal. */
  readonly resumes: boolean | 'headless';
  /** Undefined if unknown. */
  readonly powers?: AgentPowers;
  /** The costs that it reports as totals of the whole conversation when a session is resumed. */
  readonly sums?: readonly CostName[];
  /** Where it records its sessions by itself, with what they cost; undefined if it does not, or its hooks tell. */
  readonly records?: OwnRecords;
  /** It speaks the Agent Client Protocol, also in a terminal: it gets its prompt and asks for permissions that way. */
  readonly acp?: AcpTerms;
  /** Creates a reader for one process, if lines depend on those before; undefined: `readLine` reads each line alone. */
  readonly createReader?: () => (line: string) => readonly AgentEvent[];
  /** Reads one line of what it writes headless; what it does not know says nothing. */
  readonly readLine: (line: string) => readonly AgentEvent[];
  /** Reads the tool calls in such a line; undefined if it is not known how the program reports a refused one. */
  readonly readCalls?: ReadCalls;
  /** What its end means. @param output the last of what it wrote, standard error included. */
  readonly readEnd: (code: number | null, output: string) => AgentEnd;
  /** Undefined if it has none that can be set for one session alone. */
  readonly hooks?: AgentHooks;
  /** Undefined if no hook of it can refuse anything. */
  readonly guard?: HookGuard;
}

/**
 * How far a use of a program was checked. `worked`: the real program did it. `taken`: it took the arguments. `recorded`: it wrote the
 * lines. `source`, `documented`: only read there. `refused`: it is not used so. `none`: it has no such thing.
 */
type CheckedAs = 'worked' | 'taken' | 'refused' | 'recorded' | 'source' | 'documented' | 'none';

/** How an adapter was checked, for its page: facts about one version of a program. Nothing that is shipped imports them. */
export interface AgentCheck {
  /** Of the program that was run; undefined if none could be. */
  readonly version?: string;
  /** Where it comes from. */
  readonly from: string;
  readonly headless: CheckedAs;
  readonly terminal: CheckedAs;
  /**
   * The tokens that are known of a session in a terminal: of `all` its requests, or of those of the `conversation`, without small ones
   * beside it, such as for a title. Undefined if that was not compared.
   */
  readonly terminalTokens?: 'all' | 'conversation';
  readonly stream: CheckedAs;
  readonly ends: CheckedAs;
  readonly resume: CheckedAs;
  readonly hooks: CheckedAs;
  /** What it may do where it only reads. */
  readonly read: string;
  /** What it may do without a terminal where it writes. */
  readonly write: string;
  readonly notes: readonly string[];
  readonly pages: readonly string[];
}

/** What was seen of most agents. */
export const seenWhole = {
  headless: 'worked',
  terminal: 'worked',
  stream: 'recorded',
  ends: 'recorded',
  resume: 'worked',
  hooks: 'worked',
} as const satisfies Partial<AgentCheck>;
