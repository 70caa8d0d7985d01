import type { AgentEnd, AgentEndKind } from './agentEnd.js';

/** Words of a program that give its end a narrower meaning; the first match counts. */
interface FailureSign {
  readonly kind: AgentEndKind;
  readonly sign: RegExp;
}

/** What OpenAI answers where nothing is left, and many others with it. */
const openAiQuota = 'insufficient_quota|exceeded your current quota';

/** By the agent's id. */
const signs: Readonly<Record<string, readonly FailureSign[]>> = {
  claude: [
    {
      kind: 'quota',
      sign: /usage limit reached|hit your (?:session|weekly|usage|opus|sonnet|5-hour) limit|credit balance is too low/iu,
    },
  ],
  codex: [
    { kind: 'quota', sign: new RegExp(`hit your usage limit|${openAiQuota}|^Quota exceeded\\. Check your plan`, 'iu') },
    { kind: 'timeout', sign: /stream disconnected before completion/iu },
  ],
  opencode: [{ kind: 'quota', sign: new RegExp(`${openAiQuota}|credit balance is too low|monthly usage limit`, 'iu') }],
  copilot: [
    {
      kind: 'quota',
      sign: new RegExp(
        `${openAiQuota}|quota_exceeded|premium requests? (?:limit|allowance)|exceeded your premium`,
        'iu',
      ),
    },
  ],
  gemini: [
    { kind: 'quota', sign: /PerDay|per day|daily (?:quota|limit)|exhausted your (?:daily )?(?:capacity|quota)/iu },
  ],
  qwen: [
    {
      kind: 'quota',
      sign: new RegExp(`${openAiQuota}|free allocated quota exceeded|oauth quota exceeded|daily quota`, 'iu'),
    },
  ],
};

/** For all programs: the service or the network is not available. */
const common: readonly FailureSign[] = [
  {
    kind: 'timeout',
    sign: /\b(?:ECONNRESET|ECONNREFUSED|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)\b|fetch failed|socket hang up|connection (?:reset|refused|timed out)|(?:host|network) (?:is )?unreachable|unreachable (?:host|network)|\b(?:500|502|503|504)\b (?:internal|bad gateway|service|gateway)|internal server error|service unavailable/iu,
  },
];

/** Ends that a program's words may narrow down. */
const refined: ReadonlySet<AgentEndKind> = new Set(['rateLimit', 'timeout', 'crash']);

/** The end of an agent's program, narrowed down by what is known of that program. */
export function classifyEnd(agent: string, end: AgentEnd): AgentEnd {
  if (!refined.has(end.kind)) return end;
  const known = (signs[agent] ?? []).find(({ sign }) => sign.test(end.message));
  if (known) return { ...end, kind: known.kind };
  const shared = end.kind === 'crash' ? common.find(({ sign }) => sign.test(end.message)) : undefined;
  return shared ? { ...end, kind: shared.kind } : end;
}

/** What to do after an end. `retries`: whether to try the same choice again; `next`: which other choices to try then. */
interface FailurePolicy {
  readonly retries: boolean;
  readonly next: 'model' | 'agent' | 'none';
}

const stops: FailurePolicy = { retries: false, next: 'none' };

/** No other agent gets to do what was refused, or what took too long or cost too much. */
const failurePolicies: Readonly<Record<AgentEndKind, FailurePolicy>> = {
  finished: stops,
  rateLimit: { retries: true, next: 'model' },
  timeout: { retries: true, next: 'model' },
  busy: { retries: true, next: 'agent' },
  quota: { retries: false, next: 'model' },
  auth: { retries: false, next: 'agent' },
  notStarted: { retries: false, next: 'agent' },
  crash: { retries: false, next: 'agent' },
  silence: { retries: false, next: 'agent' },
  refusedCall: stops,
  cancelled: stops,
  timeLimit: stops,
  budget: stops,
  reserved: stops,
};

/** An agent and its model. */
export interface Choice {
  readonly agent: string;
  readonly model?: string;
}

/** What to do next. `afterMs`: how long to wait first. */
export type NextTry =
  | { readonly kind: 'again'; readonly afterMs: number }
  | { readonly kind: 'next'; readonly at: number }
  | { readonly kind: 'over' };

/**
 * Decides what to do after an end.
 *
 * @param at the index of the choice that ended; `tried`: how often it was retried.
 */
export function nextTry(
  end: AgentEndKind,
  { at, tried }: Readonly<Record<'at' | 'tried', number>>,
  choices: readonly Choice[],
  { times, firstMs }: RetrySettings,
): NextTry {
  const { retries, next } = failurePolicies[end];
  // The wait grows fourfold each time, up to five minutes.
  if (retries && tried < times) return { kind: 'again', afterMs: Math.min(firstMs * 4 ** tried, 5 * 60_000) };
  if (next === 'none') return { kind: 'over' };
  const agent = choices[at]?.agent;
  const following = choices.findIndex((one, index) => index > at && (next === 'model' || one.agent !== agent));
  return following < 0 ? { kind: 'over' } : { kind: 'next', at: following };
}

/** How often to retry, and how long to wait before the first retry, in milliseconds. */
export interface RetrySettings {
  readonly times: number;
  readonly firstMs: number;
}
