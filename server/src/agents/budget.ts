import type { AgentEnd } from './agentEnd.js';
import { dollarsOf, type Usage } from './prices.js';

/** What agents may cost, in US dollars; undefined means no limit. */
export type Budgets = Readonly<Partial<Record<BudgetName, number>>>;

const names = ['phase', 'item', 'day'] as const;
type BudgetName = (typeof names)[number];

/** The costs of a session. Times are milliseconds since 1970. */
interface Spender extends Usage {
  readonly item?: string | undefined;
  readonly phase?: string | undefined;
  readonly startedAt: number;
}

/** The run of a phase that is paid for. */
interface Spending {
  readonly phase: string;
  readonly item: string | undefined;
  /** When the run of the phase began. */
  readonly begunAt: number;
  readonly now: number;
}

const dayMs = 24 * 60 * 60_000;

/** The state of a budget. `unknown`: how many sessions have no known price, so less may be left. */
export interface BudgetLeft {
  readonly name: BudgetName;
  readonly budget: number;
  readonly spent: number;
  readonly unknown: number;
}

/** What is spent of each budget: in this run of the phase, for the item ever, and since midnight (UTC). */
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

/** What to do if a budget is spent. */
const waysOut: Readonly<Record<BudgetName, string>> = {
  phase: 'raise it with --budget or `agents.budget.phase`',
  item: 'raise `agents.budget.item`',
  day: 'raise `agents.budget.day`, or wait until midnight (UTC)',
};

/**
 * Why no more agent may start; undefined if one may. Within the phase every price has to be known, or its budget could not be kept;
 * older sessions may have unknown prices.
 */
export function overBudget(left: readonly BudgetLeft[]): AgentEnd | undefined {
  const over = left.find(({ budget, spent }) => spent >= budget);
  if (over)
    return {
      kind: 'budget',
      message: `${words[over.name]} has cost ${money(over.spent)}, and the budget is ${money(over.budget)}: ${waysOut[over.name]}`,
    };
  const unknown = left.find(({ name, unknown: count }) => name === 'phase' && count > 0);
  return (
    unknown && {
      kind: 'budget',
      message:
        'the cost of the agent is unknown, so the budget cannot be kept: name a model whose price is known with --model, or remove the budget',
    }
  );
}

/** What the next session may cost, in US dollars; undefined: no limit. */
export function dollarsLeft(left: readonly BudgetLeft[]): number | undefined {
  return left.length === 0 ? undefined : Math.min(...left.map(({ budget, spent }) => budget - spent));
}

export function money(dollars: number): string {
  return `$${dollars.toFixed(2)}`;
}

/** What a session has cost, and by which prices if its program did not report it; undefined if that is unknown. */
export function costWords({
  dollars,
  pricesOf,
}: {
  readonly dollars?: number;
  readonly pricesOf?: string;
}): string | undefined {
  if (dollars === undefined) return undefined;
  return pricesOf === undefined ? money(dollars) : `${money(dollars)} at list prices of ${pricesOf}`;
}
