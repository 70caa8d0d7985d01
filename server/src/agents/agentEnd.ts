/** What the end of an agent's program means. */
export type AgentEndKind = 'finished' | 'auth' | 'rateLimit' | 'timeout' | 'cancelled' | 'crash' | 'notStarted';

export interface AgentEnd {
  readonly kind: AgentEndKind;
  /** What was said, or what to do now, as a sentence without full stop; empty where there is nothing to say. */
  readonly message: string;
}
