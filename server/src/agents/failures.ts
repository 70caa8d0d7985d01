import type { AgentEnd, AgentEndKind } from './agentEnd.js';

/** What a failed end of a program means beyond what all have in common; the first that fits. */
interface FailureSign {
  readonly kind: AgentEndKind;
  readonly sign: RegExp;
}

/** By the agent's id: what its program says, word by word as it says it. */
const signs: Readonly<Record<string, readonly FailureSign[]>> = {
  claude: [
    {
      kind: 'quota',
      sign: /usage limit reached|hit your (?:session|weekly|usage|opus|sonnet|5-hour) limit|credit balance is too low/iu,
    },
  ],
  codex: [
    { kind: 'quota', sign: /hit your usage limit|insufficient_quota|exceeded your current quota/iu },
    { kind: 'timeout', sign: /stream disconnected before completion/iu },
  ],
  opencode: [{ kind: 'quota', sign: /insufficient_quota|credit balance is too low|monthly usage limit/iu }],
  copilot: [{ kind: 'quota', sign: /quota_exceeded|premium requests? (?:limit|allowance)|exceeded your premium/iu }],
  gemini: [
    { kind: 'quota', sign: /PerDay|per day|daily (?:quota|limit)|exhausted your (?:daily )?(?:capacity|quota)/iu },
  ],
  qwen: [
    { kind: 'quota', sign: /insufficient_quota|free allocated quota exceeded|oauth quota exceeded|daily quota/iu },
  ],
};

/** Whatever the program: its service or the network is not there. */
const common: readonly FailureSign[] = [
  {
    kind: 'timeout',
    sign: /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b|fetch failed|socket hang up|\b(?:500|502|503|504)\b (?:internal|bad gateway|service|gateway)|internal server error|service unavailable/iu,
  },
];

/** Ends that may mean something narrower: those that a program's own words decided. */
const refined: ReadonlySet<AgentEndKind> = new Set(['rateLimit', 'timeout', 'crash']);

/** What the end of an agent's program means, by what is known of that program. */
export function classifyEnd(agent: string, end: AgentEnd): AgentEnd {
  if (!refined.has(end.kind)) return end;
  const known = (signs[agent] ?? []).find(({ sign }) => sign.test(end.message));
  if (known) return { ...end, kind: known.kind };
  const shared = end.kind === 'crash' ? common.find(({ sign }) => sign.test(end.message)) : undefined;
  return shared ? { ...end, kind: shared.kind } : end;
}

/** What is done about an end. `retries`: whether the same one is tried again; `next`: who is tried then. */
export interface FailurePolicy {
  readonly retries: boolean;
  readonly next: 'model' | 'agent' | 'none';
}

const stops: FailurePolicy = { retries: false, next: 'none' };

/** By what an end means. Nobody else is let do what was refused, or what cost or took too much. */
const failurePolicies: Readonly<Record<AgentEndKind, FailurePolicy>> = {
  finished: stops,
  rateLimit: { retries: true, next: 'model' },
  timeout: { retries: true, next: 'model' },
  quota: { retries: false, next: 'model' },
  auth: { retries: false, next: 'agent' },
  notStarted: { retries: false, next: 'agent' },
  crash: { retries: false, next: 'agent' },
  silence: { retries: false, next: 'agent' },
  refusedCall: stops,
  cancelled: stops,
  timeLimit: stops,
  budget: stops,
};

/** An agent with the model it is told. */
export interface Choice {
  readonly agent: string;
  readonly model?: string;
}

/** What comes after a failure. `afterMs`: how long to wait before. */
export type NextTry =
  | { readonly kind: 'again'; readonly afterMs: number }
  | { readonly kind: 'next'; readonly at: number }
  | { readonly kind: 'over' };

/**
 * What is done after an end.
 *
 * @param at which of the choices it was; `tried`: how often that was tried again already.
 */
export function nextTry(
  end: AgentEndKind,
  { at, tried }: Readonly<Record<'at' | 'tried', number>>,
  choices: readonly Choice[],
  { times, firstMs }: RetrySettings,
): NextTry {
  const { retries, next } = failurePolicies[end];
  // Four times as long each time, up to five minutes.
  if (retries && tried < times) return { kind: 'again', afterMs: Math.min(firstMs * 4 ** tried, 5 * 60_000) };
  if (next === 'none') return { kind: 'over' };
  const agent = choices[at]?.agent;
  const following = choices.findIndex((one, index) => index > at && (next === 'model' || one.agent !== agent));
  return following < 0 ? { kind: 'over' } : { kind: 'next', at: following };
}

/** How often an agent is tried again, and after how long the first time, in milliseconds. */
export interface RetrySettings {
  readonly times: number;
  readonly firstMs: number;
}
