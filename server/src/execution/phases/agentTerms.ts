import type { RetrySettings } from '../../agents/failures.js';
import type { Budgets } from '../../agents/budget.js';
import type { Configuration } from '../../workspace/configuration.js';
import type { AgentLimits } from '../agents/watchdog.js';
import type { PhaseRequest } from './phaseRequest.js';

/** The limits of an agent in a phase. */
export interface AgentTerms {
  readonly limits: AgentLimits;
  readonly retry: RetrySettings;
  readonly budgets: Budgets;
}

const minuteMs = 60_000;

/** How long to wait before the first retry, in milliseconds. */
const defaultRetryMs = 15_000;

/** Options of this run override the project's settings for the phase, and those override its general settings. */
export function termsOf(
  { phase, mode, limits, budget, retries, firstRetryMs = defaultRetryMs }: PhaseRequest,
  { agents }: Pick<Configuration, 'agents'>,
): AgentTerms {
  const own = agents.phases.get(phase);
  const inForce = { ...agents.budget, phase: budget ?? own?.budget ?? agents.budget.phase };
  const inMs = (minutes: number): number | undefined => (minutes === 0 ? undefined : minutes * minuteMs);
  // In a terminal the user sees how long it takes.
  const timeMs = limits?.timeMs ?? (mode === 'headless' ? inMs(own?.timeLimit ?? agents.timeLimit) : undefined);
  const silenceMs = limits?.silenceMs ?? inMs(own?.silence ?? agents.silence);
  return {
    limits: { ...(timeMs === undefined ? {} : { timeMs }), ...(silenceMs === undefined ? {} : { silenceMs }) },
    // In a terminal no program reports its costs.
    budgets: mode === 'headless' ? withLimit(inForce) : {},
    // At a terminal the user sees what is wrong and decides.
    retry: { times: retries ?? (mode === 'headless' ? agents.retries : 0), firstMs: firstRetryMs },
  };
}

/** 0 means no limit. */
export function withLimit(budgets: Readonly<Record<string, number | undefined>>): Budgets {
  return Object.fromEntries(Object.entries(budgets).filter(([, dollars]) => dollars !== undefined && dollars > 0));
}
