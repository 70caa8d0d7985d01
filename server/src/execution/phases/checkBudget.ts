import type { AgentEnd } from '../../agents/agentEnd.js';
import { type Budgets, dollarsLeft, overBudget, reservedBefore, spentOf, startOfDay } from '../../agents/budget.js';
import { count } from '../../base/count.js';
import { findSessionPlace } from '../agents/sessionPlace.js';
import { startOfSession } from '../agents/sessionLog.js';
import { readSessions } from '../agents/sessionReader.js';
import { spentInRuns } from '../runLog/spentInRuns.js';
import type { PhaseDesk } from './phaseDesk.js';

/** A run of a phase. */
interface Spending {
  readonly phase: string;
  readonly item: string | undefined;
  /** Where it works: absolute. */
  readonly folder: string;
  /** Milliseconds since 1970. */
  readonly begunAt: number;
  /** The run that it is a part of. */
  readonly run?: string | undefined;
  /** The packet of the run; undefined: the item. */
  readonly packet?: string;
  /** What the run has put aside for it, in US dollars; undefined: what is left of the budget of the phase. */
  readonly dollars?: number | undefined;
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
  const now = machine.clock();
  const today = startOfDay(now);
  const since = Math.min(today, spending.begunAt - (spending.begunAt % 1_000));
  const isOfItem = (session: string): boolean =>
    budgets.item !== undefined && spending.item !== undefined && session.includes(`-${spending.item}-`);
  // One that began before midnight may have worked since.
  const hasGrown = async (log: string): Promise<boolean> =>
    budgets.dayMinutes !== undefined && ((await machine.disk.stat(log).catch(() => undefined))?.mtimeMs ?? 0) >= today;
  const sessions = await readSessions(
    machine,
    logs,
    async (session, log) => startOfSession(session) >= since || isOfItem(session) || (await hasGrown(log)),
  );
  const here = sessions.map(({ start, told, startedAt, worked }) => ({ ...start, ...told, startedAt, worked }));
  const isOfAllTime = budgets.item !== undefined && spending.item !== undefined;
  const { spent, reserved } = await spentInRuns(machine, logs, { since: isOfAllTime ? 0 : today, today });
  const { run, packet = spending.item } = spending;
  const own = run === undefined || packet === undefined ? undefined : { run, packet };
  const others = reservedBefore(reserved, own, here);
  const left = spentOf(budgets, [...here, ...spent], { ...spending, now, reserved: others });
  const phase = left.find(({ name }) => name === 'phase');
  const over = overBudget(left, spending.dollars ?? (phase ? phase.budget - phase.spent : 0));
  if (over) return { over };
  const unknown = left.find((one) => one.unknown > 0);
  if (unknown)
    warn(
      `${unknown.name === 'dayTokens' ? 'the number of tokens' : 'the cost'} of ${count(unknown.unknown, 'earlier session')} is unknown, so more may be spent than is counted`,
    );
  return { dollars: dollarsLeft(left) };
}
