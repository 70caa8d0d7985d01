import type { AgentEnd } from '../../agents/agentEnd.js';
import { type Budgets, dollarsLeft, overBudget, spentOf } from '../../agents/budget.js';
import { count } from '../../base/count.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { createSessionReader } from '../agents/sessionReader.js';
import type { PhaseDesk } from './phaseDesk.js';

/** A run of a phase. */
interface Spending {
  readonly phase: string;
  readonly item: string | undefined;
  /** Where it works: absolute. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
}

/**
 * Whether the budgets allow another start of an agent.
 *
 * @returns why not, or what it may cost, in US dollars; undefined: no limit.
 */
export async function checkBudget(
  budgets: Budgets,
  { folder, ...spending }: Spending,
  { machine, warn, signal }: PhaseDesk,
): Promise<{ readonly over: AgentEnd } | { readonly dollars: number | undefined }> {
  if (Object.keys(budgets).length === 0) return { dollars: undefined };
  const { logs } = await findSessionPlace(machine, folder, signal);
  const sessions = await createSessionReader(machine).read(logs);
  const left = spentOf(budgets, sessions, { ...spending, now: machine.clock() });
  const over = overBudget(left);
  if (over) return { over };
  const unknown = left.find((one) => one.unknown > 0);
  if (unknown)
    warn(`the cost of ${count(unknown.unknown, 'earlier session')} is unknown, so more may be spent than is counted`);
  return { dollars: dollarsLeft(left) };
}
