import { count } from '../../base/count.js';
import { dateOf, dayOf, weekOf } from '../../workspace/insights/days.js';
import { englishWords } from './englishWords.js';
import { customName, days, sectionNames } from './words.js';
import type { PlacedInsights } from './insightsBody.js';
import { plainText } from '../../base/plainText.js';

/** More of them are in the other formats. */
const mostItems = 10;
const mostWeeks = 8;
const mostNames = 5;

/** A short summary of a project: what is where, how long work takes, what is oldest, and what the last weeks brought. */
export function formatInsights({ name, report: { board, notices, insights }, titleOf }: PlacedInsights): string {
  const said = notices.map((notice) => `  note: ${plainText(notice)}`);
  if (!insights) return `${[`Insights of ${plainText(name)}`, ...said].join('\n')}\n`;
  const { flow, cycle, inWork, weeks, versions, begins, now } = insights;
  const counts = flow.counts.at(-1) ?? [];
  const sums = sectionNames(flow, englishWords).map((section, at) => [plainText(section), counts[at] ?? 0] as const);
  const total = counts.reduce((sum, one) => sum + one, 0);
  const wide = Math.max(...sums.map(([section]) => section.length), englishWords.allItems.length);
  const row = (title: string, number: number): string => `    ${title.padEnd(wide)}  ${String(number).padStart(5)}`;
  const took = (time: { readonly days: number; readonly atLeast: boolean }): string =>
    `${time.atLeast ? '≥ ' : ''}${days(time.days)} days`;
  const lines = [
    `Insights of ${plainText(name)}, ${dateOf(dayOf(begins))} to ${dateOf(dayOf(now))} (${count(versions, 'version')} of ${plainText(board)})`,
    ...said,
    '  Items',
    ...sums.map(([section, number]) => row(section, number)),
    row(englishWords.allItems, total),
    '  Cycle time',
    cycle.median === undefined || cycle.percentile85 === undefined
      ? '    no finished item with a known start yet'
      : `    median ${days(cycle.median)} days, 85 of 100 at most ${days(cycle.percentile85)} days (${count(cycle.items.length, 'item')})`,
    ...(cycle.neverInProgress.length === 0 ? [] : [`    never in In Progress: ${someOf(cycle.neverInProgress)}`]),
    '  In progress, the oldest first',
    ...(inWork.length === 0 ? ['    nothing'] : []),
    ...inWork.slice(0, mostItems).map((work) => {
      const section = work.section === undefined ? '' : ` (${plainText(customName(work.section, englishWords))})`;
      return `    ${work.item}  ${took(work)}${section}  ${plainText(titleOf(work.item) ?? '')}`.trimEnd();
    }),
    ...(inWork.length > mostItems ? [`    and ${inWork.length - mostItems} more`] : []),
    '  Done per week',
    `    ${weeks
      .slice(-mostWeeks)
      .map(({ monday, done }) => `${weekOf(monday)}: ${done}`)
      .join('  ')}`,
  ];
  return `${lines.join('\n')}\n`;
}

function someOf(items: readonly string[]): string {
  const more = items.length - mostNames;
  return `${items.slice(0, mostNames).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
