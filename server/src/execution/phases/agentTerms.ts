import type { RetrySettings } from '../../agents/failures.js';
import type { Budgets } from '../../agents/budget.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { AgentLimits } from '../agents/watchdog.js';
import type { PhaseRequest } from './phaseRequest.js';

/** What an agent may take in a phase. */
export interface AgentTerms {
  readonly limits: AgentLimits;
  readonly retry: RetrySettings;
  readonly budgets: Budgets;
}

const minuteMs = 60_000;

/** How long is waited before an agent is tried again the first time, in milliseconds. */
const defaultRetryMs = 15_000;

/** What is asked for this time comes before what the project says of the phase, and that before what it says of all. */
export function termsOf(
  { phase, mode, limits, budget, retries, firstRetryMs = defaultRetryMs }: PhaseRequest,
  { agents }: Pick<Configuration, 'agents'>,
): AgentTerms {
  const own = agents.phases.get(phase) ?? {};
  const inForce = { ...agents.budget, phase: budget ?? own.budget ?? agents.budget.phase };
  const inMs = (minutes: number): number | undefined => (minutes === 0 ? undefined : minutes * minuteMs);
  // In a terminal a person sees how long it takes.
  const timeMs = limits?.timeMs ?? (mode === 'headless' ? inMs(own.timeLimit ?? agents.timeLimit) : undefined);
  const silenceMs = limits?.silenceMs ?? inMs(own.silence ?? agents.silence);
  return {
    limits: { ...(timeMs === undefined ? {} : { timeMs }), ...(silenceMs === undefined ? {} : { silenceMs }) },
    // In a terminal no program tells what it costs.
    budgets: mode === 'headless' ? withLimit(inForce) : {},
    // A person at a terminal sees what is wrong, and decides.
    retry: { times: retries ?? (mode === 'headless' ? agents.retries : 0), firstMs: firstRetryMs },
  };
}

/** 0 is no limit. */
function withLimit(budgets: Readonly<Record<string, number | undefined>>): Budgets {
  return Object.fromEntries(Object.entries(budgets).filter(([, dollars]) => dollars !== undefined && dollars > 0));
}
