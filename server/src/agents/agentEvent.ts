/** What happens in a session of an agent, as its program's stream or hooks tell. */
export type AgentEvent =
  /** The program's own name of its session, by which it can be resumed. */
  | { readonly kind: 'session'; readonly session: string; readonly transcript?: string }
  | { readonly kind: 'message'; readonly text: string }
  /** `what`: the command, file or address, in one line. */
  | { readonly kind: 'tool'; readonly tool: string; readonly what?: string }
  /** As the program names it: absolute, or relative to the folder it works in. */
  | { readonly kind: 'fileChange'; readonly path: string }
  /** What this run of the program has cost so far; `isMore`: what it has cost since the last such event. */
  | {
      readonly kind: 'cost';
      readonly dollars?: number;
      readonly inputTokens?: number;
      readonly outputTokens?: number;
      readonly isMore?: true;
    }
  /** It goes on only when the person has answered. */
  | { readonly kind: 'waiting'; readonly why: string }
  /** It works again. */
  | { readonly kind: 'working' }
  /** Its turn is over: in a terminal it waits for the next prompt, which is no question. */
  | { readonly kind: 'turnEnd' }
  | { readonly kind: 'error'; readonly message: string };
