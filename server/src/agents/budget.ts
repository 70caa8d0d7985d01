import { dayMilliseconds } from '../workspace/insights/days.js';
import type { AgentEnd } from './agentEnd.js';
import type { Stretch } from './sessions/sessionFacts.js';
import { dollarsOf, tokensOf, type Usage } from './prices.js';

/** What agents may use: US dollars, and tokens and minutes of a day; undefined means no limit. */
export type Budgets = Readonly<Partial<Record<BudgetName, number>>>;

const budgetNames = ['phase', 'item', 'day', 'dayTokens', 'dayMinutes'] as const;
type BudgetName = (typeof budgetNames)[number];

/** The costs of a session. Times are milliseconds since 1970. */
export interface Spender extends Usage {
  readonly item?: string | undefined;
  readonly phase?: string | undefined;
  readonly startedAt: number;
  /** When its agent worked, as far as its log says. */
  readonly worked?: readonly Stretch[] | undefined;
}

/** A packet: other runs may have one of the same name. */
interface RunPacket {
  readonly run: string;
  readonly packet: string;
}

/** What a run has put aside for an agent at work. */
export interface Reserved extends RunPacket {
  /** In US dollars. */
  readonly dollars: number;
  /** When its step began, in milliseconds since 1970. */
  readonly at: number;
  /** Whether it works on another machine, so that no session here says what it has used. */
  readonly isElsewhere: boolean;
}

/** What others at work may still spend. */
interface Reservation {
  /** In US dollars. */
  readonly dollars: number;
  /** The runs that have put it aside. */
  readonly runs: readonly string[];
}

/**
 * How much of what is put aside may still be spent.
 *
 * @param all by run, in the order of its packets.
 * @param own the packet that asks; undefined: no run's. What began after it waits for it, and not the other way round.
 */
export function reservedBefore(
  all: readonly Reserved[],
  own: RunPacket | undefined,
  sessions: readonly Spender[],
): Reservation {
  const ordered = all.toSorted((one, other) => one.at - other.at);
  const mine = ordered.findIndex(({ run, packet }) => run === own?.run && packet === own.packet);
  const left = (mine < 0 ? ordered : ordered.slice(0, mine)).flatMap(({ run, packet, dollars, at, isElsewhere }) => {
    const used = sessions.flatMap((one) => (one.item === packet && one.startedAt >= at ? (dollarsOf(one) ?? 0) : 0));
    const rest = dollars - (isElsewhere ? 0 : sumOf(used));
    return rest > 0 ? [{ run, rest }] : [];
  });
  return { dollars: sumOf(left.map(({ rest }) => rest)), runs: [...new Set(left.map(({ run }) => run))] };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

/** The run of a phase that is paid for. */
interface Spending {
  readonly phase: string;
  readonly item: string | undefined;
  /** When the run of the phase began. */
  readonly begunAt: number;
  readonly now: number;
  /** What is put aside for others at work. */
  readonly reserved?: Reservation;
}

const minuteMs = 60_000;

/** When the day began, in UTC, in milliseconds since 1970. */
export function startOfDay(now: number): number {
  return now - (now % dayMilliseconds);
}

/** The state of a budget. `unknown`: of how many sessions it is not known what they used, so less may be left. */
export interface BudgetLeft {
  readonly name: BudgetName;
  readonly budget: number;
  readonly spent: number;
  readonly unknown: number;
  /** What others at work may still spend of it. */
  readonly reserved?: Reservation;
}

const measures: Readonly<Record<BudgetName, (one: Spender, day: number) => number | undefined>> = {
  phase: dollarsOf,
  item: dollarsOf,
  day: dollarsOf,
  dayTokens: tokensOf,
  // Of a session that began before midnight, the time since then.
  dayMinutes: ({ worked = [] }, day) =>
    worked.reduce((sum, { from, to }) => sum + Math.max(0, to - Math.max(from, day)), 0) / minuteMs,
};

/** What is spent of each budget: in this run of the phase, for the item ever, and since midnight (UTC). */
export function spentOf(budgets: Budgets, sessions: readonly Spender[], spending: Spending): readonly BudgetLeft[] {
  const { phase, item, begunAt, now, reserved } = spending;
  const day = startOfDay(now);
  const isOfToday = (one: Spender): boolean => one.startedAt >= day;
  const counts: Readonly<Record<BudgetName, (one: Spender) => boolean>> = {
    phase: (one) => one.phase === phase && one.item === item && one.startedAt >= begunAt,
    item: (one) => item !== undefined && one.item === item,
    day: isOfToday,
    dayTokens: isOfToday,
    dayMinutes: () => true,
  };
  return budgetNames.flatMap((name) => {
    const budget = budgets[name];
    if (budget === undefined) return [];
    const costs = sessions.filter(counts[name]).map((one) => measures[name](one, day));
    const known = costs.filter((cost) => cost !== undefined);
    const kept = name === 'day' && reserved && reserved.dollars > 0 ? { reserved } : {};
    return [{ name, budget, spent: sumOf(known), unknown: costs.length - known.length, ...kept }];
  });
}

const words: Readonly<Record<BudgetName, (spent: number, budget: number) => string>> = {
  phase: (spent, budget) => `this run of the phase has cost ${money(spent)}, and the budget is ${money(budget)}`,
  item: (spent, budget) => `this item has cost ${money(spent)}, and the budget is ${money(budget)}`,
  day: (spent, budget) => `today has cost ${money(spent)}, and the budget is ${money(budget)}`,
  dayTokens: (spent, budget) => `agents have used ${spent} tokens today, and ${budget} are allowed`,
  dayMinutes: (spent, budget) => `agents have worked ${Math.floor(spent)} minutes today, and ${budget} are allowed`,
};

/** What to do if a budget is spent. */
function wayOut(name: BudgetName): string {
  if (name === 'phase') return 'raise it with --budget or `agents.budget.phase`';
  return `raise \`agents.budget.${name}\`${isOfDay(name) ? ', or wait until midnight (UTC)' : ''}`;
}

function isOfDay(name: BudgetName): boolean {
  return name !== 'phase' && name !== 'item';
}

/**
 * Why no more agent may start; undefined if one may. Within the phase every price has to be known, or its budget could not be kept;
 * older sessions may have unknown prices.
 *
 * @param wanted what is to be put aside for this one, in US dollars.
 */
export function overBudget(left: readonly BudgetLeft[], wanted = 0): AgentEnd | undefined {
  const over = left.find(({ budget, spent }) => spent >= budget);
  if (over)
    return {
      // What is spent today stops all other work, too.
      kind: isOfDay(over.name) ? 'quota' : 'budget',
      message: `${words[over.name](over.spent, over.budget)}: ${wayOut(over.name)}`,
    };
  if (left.some(({ name, unknown: count }) => name === 'phase' && count > 0))
    return {
      kind: 'budget',
      message:
        'the cost of the agent is unknown, so the budget cannot be kept: name a model whose price is known with --model, or remove the budget',
    };
  for (const { budget, spent, reserved } of left) {
    if (!reserved || (spent + reserved.dollars < budget && spent + reserved.dollars + wanted <= budget)) continue;
    return {
      kind: 'reserved',
      message: `today has cost ${money(spent)}, ${money(reserved.dollars)} are put aside for agents at work in ${reserved.runs.join(', ')}, and the budget is ${money(budget)}: wait until they end, or raise \`agents.budget.day\``,
    };
  }
  return undefined;
}

/** What the next session may cost, in US dollars; undefined: no limit. */
export function dollarsLeft(left: readonly BudgetLeft[]): number | undefined {
  const money = left.filter(({ name }) => measures[name] === dollarsOf);
  return money.length === 0
    ? undefined
    : Math.min(...money.map(({ budget, spent, reserved }) => budget - spent - (reserved?.dollars ?? 0)));
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
