import type { BoardStep } from './boardMoves.js';
import { dayMilliseconds, dayOf, mondayOf } from './days.js';
import { createFlow, type Flow } from './flow.js';
import { type ItemPast, itemPasts, lastRun, type Stay } from './itemPasts.js';

/** How work went through a board. Times are milliseconds since 1970; days are counted as `dayOf` counts. */
export interface Insights {
  /** When the first version of the board was committed. */
  readonly begins: number;
  readonly now: number;
  readonly versions: number;
  /** Cumulative flow; burn-up is its sums and its last section. */
  readonly flow: Flow;
  readonly cycle: CycleTimes;
  /** What is started and not done, the oldest first. */
  readonly inWork: readonly WorkInProgress[];
  /** How many items came to be done in each ISO week, those without any too. */
  readonly weeks: readonly WeekOfWork[];
}

interface CycleTimes {
  /** Items that are done and were In Progress, in the order in which they were done. */
  readonly items: readonly CycleTime[];
  /** In days, of those whose start is known; undefined if there are none. */
  readonly median: number | undefined;
  /** 85 of 100 took at most so many days. */
  readonly percentile85: number | undefined;
  /** Done, and never in In Progress: how long they took is unknown. */
  readonly neverInProgress: readonly string[];
}

export interface CycleTime {
  readonly item: string;
  readonly started: number;
  readonly done: number;
  readonly days: number;
  /** It was in progress when the history begins: it may have taken longer, and does not count for the median. */
  readonly atLeast: boolean;
}

interface WorkInProgress {
  readonly item: string;
  readonly started: number;
  readonly days: number;
  readonly atLeast: boolean;
  /** The custom section that it went on to; undefined for In Progress itself. */
  readonly section: string | undefined;
}

interface WeekOfWork {
  /** The Monday. */
  readonly monday: number;
  readonly done: number;
}

export interface InsightsOptions {
  readonly isArchived: (item: string) => boolean;
  readonly now: number;
  /** The first day to look at; what was done before is left out of everything but the counts. */
  readonly since?: number | undefined;
}

/** @param steps at least one. */
export function createInsights(steps: readonly BoardStep[], options: InsightsOptions): Insights {
  const { isArchived, since = -Infinity } = options;
  const begins = steps[0]?.version.at ?? options.now;
  const now = Math.max(options.now, steps.at(-1)?.version.at ?? begins);
  const pasts = itemPasts(steps, isArchived);
  const to = dayOf(now);
  const from = Math.min(to, Math.max(dayOf(begins), since));
  return {
    begins,
    now,
    versions: steps.length,
    flow: createFlow(pasts, from, to),
    cycle: cycleTimes(pasts, from),
    inWork: workInProgress(pasts, now),
    weeks: weeksOf(pasts, from, to),
  };
}

function cycleTimes(pasts: readonly ItemPast[], from: number): CycleTimes {
  const items: CycleTime[] = [];
  const neverInProgress: string[] = [];
  for (const past of pasts) {
    const { started, done } = lastRun(past);
    if (!done || dayOf(done.from) < from) continue;
    if (!started) neverInProgress.push(past.item);
    else items.push({ item: past.item, done: done.from, ...since(started, done.from) });
  }
  items.sort((a, b) => a.done - b.done);
  const known = items.flatMap(({ days, atLeast }) => (atLeast ? [] : [days])).sort((a, b) => a - b);
  return { items, median: median(known), percentile85: nearestRank(known, 0.85), neverInProgress };
}

function workInProgress(pasts: readonly ItemPast[], now: number): readonly WorkInProgress[] {
  const inWork: WorkInProgress[] = [];
  for (const past of pasts) {
    const { started, now: stay } = lastRun(past);
    const section = stay?.section;
    // An item in the Backlog is not in progress, even if some of it is done.
    if (!started || section === undefined || section === 'backlog' || section === 'done') continue;
    const own = section === 'inProgress' ? undefined : section.slice(1);
    inWork.push({ item: past.item, ...since(started, now), section: own });
  }
  return inWork.sort((a, b) => a.started - b.started);
}

function since({ from, sinceBeginning }: Stay, to: number): Pick<CycleTime, 'started' | 'days' | 'atLeast'> {
  return { started: from, days: (to - from) / dayMilliseconds, atLeast: sinceBeginning };
}

function weeksOf(pasts: readonly ItemPast[], from: number, to: number): readonly WeekOfWork[] {
  const done = new Map<number, number>();
  for (const past of pasts) {
    const stay = lastRun(past).done;
    // What was done when the history begins was done in some week before.
    if (!stay || stay.sinceBeginning || dayOf(stay.from) < from) continue;
    const monday = mondayOf(dayOf(stay.from));
    done.set(monday, (done.get(monday) ?? 0) + 1);
  }
  const weeks: WeekOfWork[] = [];
  for (let monday = mondayOf(from); monday <= to; monday += 7) weeks.push({ monday, done: done.get(monday) ?? 0 });
  return weeks;
}

function median(sorted: readonly number[]): number | undefined {
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? undefined : (lower + upper) / 2;
}

function nearestRank(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.ceil(sorted.length * share) - 1];
}
