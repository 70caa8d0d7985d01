/** What the model answers, one entry for each request of the agent's own conversation; behind the last it says that it is done. */
export type Script = readonly Turn[];

export type Turn = Answer | { readonly fault: Fault };

/** What a model says and calls in one turn. */
interface Answer {
  readonly say?: string;
  readonly acts?: readonly Act[];
}

/**
 * What an agent is to do, whatever its program calls the tool for it. Paths are relative to the folder where it works.
 */
export type Act =
  /** `beyond`: outside of the program's sandbox, if it has one. */
  | { readonly run: string; readonly beyond?: true }
  | { readonly read: string }
  | { readonly write: string; readonly text: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  | { readonly ask: string; readonly options: readonly string[] }
  /** A tool of an MCP server, by its own name: programs put that of the server in front. */
  | { readonly call: string; readonly input: Readonly<Record<string, unknown>> };

/**
 * How a model fails. `limit`: its quota is used up (429). `auth`: it does not know the key (401). `error`: it is broken (500). They stay,
 * however often a program tries again. `hang`: it never answers. `cut`: it breaks off in the middle of an answer, once.
 */
export type Fault = 'limit' | 'auth' | 'error' | 'hang' | 'cut';

/** What a request has cost, in tokens; `input` holds those that were cached. */
export interface Usage {
  readonly input: number;
  readonly cached: number;
  readonly output: number;
}

/** A tool as a request offers it. */
export interface Tool {
  readonly name: string;
  /** Codex offers the tools of a server as one group: its name. */
  readonly group?: string;
  /** The types of its fields; undefined where it takes a plain text. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly required: readonly string[];
  /** The first value of those fields that have a list of them. */
  readonly choices?: Readonly<Record<string, string>>;
}

/** A call as a program understands it: `input` is an object, or a plain text. */
export interface Call {
  readonly tool: string;
  readonly group?: string;
  readonly input: Readonly<Record<string, unknown>> | string;
}

/** An answer in the words of the program that asked. */
export interface Reply {
  /** Which request this is, from 1. */
  readonly number: number;
  readonly text: string;
  readonly calls: readonly Call[];
  readonly usage: Usage;
  /** Whether it breaks off before its end. */
  readonly isCut: boolean;
}

/** What a program asks, whatever the protocol. */
export interface Asked {
  readonly tools: readonly Tool[];
  /** All that it sent, to be searched. */
  readonly text: string;
  readonly stream: boolean;
  /** The JSON schema that the answer is to fit. */
  readonly schema?: unknown;
}

/** How one protocol is read and written. */
export interface Protocol {
  readonly path: RegExp;
  readonly read: (body: unknown, path: string) => Asked;
  /** The whole answer: the events of a stream, or one object. */
  readonly write: (reply: Reply, stream: boolean) => string;
  /** What an error looks like. */
  readonly error: (status: number, message: string) => unknown;
  /** The headers of an answer that reports a used-up quota. */
  readonly limitHeaders: () => Readonly<Record<string, string>>;
}
