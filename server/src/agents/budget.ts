import type { AgentEnd } from './agentEnd.js';
import { dollarsOf, type Usage } from './prices.js';

/** What agents may cost, in US dollars; what is undefined has no limit. */
export type Budgets = Readonly<Partial<Record<BudgetName, number>>>;

const names = ['phase', 'item', 'day'] as const;
type BudgetName = (typeof names)[number];

/** A session as far as it costs something. Times are milliseconds since 1970. */
interface Spender extends Usage {
  readonly item?: string | undefined;
  readonly phase?: string | undefined;
  readonly startedAt: number;
}

/** Which work is paid for: one run of a phase. */
interface Spending {
  readonly phase: string;
  readonly item: string | undefined;
  /** When the run of the phase began. */
  readonly begunAt: number;
  readonly now: number;
}

const dayMs = 24 * 60 * 60_000;

/** What is left. `unknown`: how many sessions say no price, so that what is left may be less. */
export interface BudgetLeft {
  readonly name: BudgetName;
  readonly budget: number;
  readonly spent: number;
  readonly unknown: number;
}

/** What of each budget is spent: of the phase since it began, of the item ever, of the day since midnight (UTC). */
export function spentOf(budgets: Budgets, sessions: readonly Spender[], spending: Spending): readonly BudgetLeft[] {
  const { phase, item, begunAt, now } = spending;
  const counts: Readonly<Record<BudgetName, (one: Spender) => boolean>> = {
    phase: (one) => one.phase === phase && one.item === item && one.startedAt >= begunAt,
    item: (one) => item !== undefined && one.item === item,
    day: (one) => one.startedAt >= now - (now % dayMs),
  };
  return names.flatMap((name) => {
    const budget = budgets[name];
    if (budget === undefined) return [];
    const costs = sessions.filter(counts[name]).map(dollarsOf);
    const known = costs.filter((cost) => cost !== undefined);
    return [{ name, budget, spent: known.reduce((sum, cost) => sum + cost, 0), unknown: costs.length - known.length }];
  });
}

const words: Readonly<Record<BudgetName, string>> = {
  phase: 'this run of the phase',
  item: 'this item',
  day: 'today',
};

/**
 * Why no agent is started any more; undefined while one may be. Of a phase, what a session cost has to be known: a budget that nobody
 * can keep is none. What older sessions cost may be unknown.
 */
export function overBudget(left: readonly BudgetLeft[]): AgentEnd | undefined {
  const over = left.find(({ budget, spent }) => spent >= budget);
  if (over)
    return {
      kind: 'budget',
      message: `${words[over.name]} has cost ${money(over.spent)}, and the budget is ${money(over.budget)}`,
    };
  const unknown = left.find(({ name, unknown: count }) => name === 'phase' && count > 0);
  return unknown && { kind: 'budget', message: 'what the agent cost is unknown, so the budget cannot be kept' };
}

/** What the next session may cost, in US dollars; undefined: whatever it does. */
export function dollarsLeft(left: readonly BudgetLeft[]): number | undefined {
  return left.length === 0 ? undefined : Math.min(...left.map(({ budget, spent }) => budget - spent));
}

export function money(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}
