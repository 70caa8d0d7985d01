import { escapeHtml } from '../../base/escapeHtml.js';
import type { InsightsChart, InsightsWords } from '../../protocol.js';
import { dateOf, mondayOf, weekOf } from '../../workspace/insights/days.js';
import type { Flow } from '../../workspace/insights/flow.js';
import type { CycleTime, Insights } from '../../workspace/insights/insights.js';
import type { InsightsReport } from '../../workspace/insights/readInsights.js';
import { patternOf, swatch } from './svg.js';
import { burnUpChart, flowChart } from './timeCharts.js';
import { ageChart, cycleChart, dateAt, mostBars, mostWeeks, throughputChart } from './workCharts.js';
import { customName, days, fill, sectionNames } from './words.js';

/** A project and what its board's history says. */
export interface ProjectInsights {
  readonly name: string;
  readonly report: InsightsReport;
  readonly titleOf: (item: string) => string | undefined;
}

/** A project's insights, and where it is. */
export interface PlacedInsights extends ProjectInsights {
  /** Relative to the root that was asked for, with `/`; empty for that root itself. */
  readonly path: string;
}

/** The page of some projects: charts, and a table below each. All that comes from the repository is escaped. */
export function insightsBody(projects: readonly ProjectInsights[], words: InsightsWords): string {
  const [only, ...others] = projects;
  const alone = only !== undefined && others.length === 0;
  const sections = projects.map((project, at) => {
    const own = projectBody(project, words, `p${at}`, alone ? 2 : 3);
    return alone ? own : `<h2>${escapeHtml(project.name)}</h2>\n${own}`;
  });
  return `<main>
<h1>${escapeHtml(alone ? `${words.title}: ${only.name}` : words.title)}</h1>
${projects.length === 0 ? paragraph(words.nothing) : sections.join('\n')}
</main>`;
}

function projectBody({ report, titleOf }: ProjectInsights, words: InsightsWords, id: string, level: number): string {
  const { insights, notices, board } = report;
  const said =
    notices.length === 0
      ? ''
      : `<ul class="notices">${notices.map((notice) => `<li>${escapeHtml(sentence(notice))}</li>`).join('')}</ul>`;
  if (!insights) return said;
  const { flow, cycle, inWork, versions, begins, now } = insights;
  const part = (chart: InsightsChart, show: (own: string) => string, count = 1): string => {
    const { title, about, empty } = words.charts[chart];
    const content = count === 0 ? paragraph(empty) : show(`${id}-${chart}`);
    return `<section aria-labelledby="${id}-${chart}-heading">
<h${level} id="${id}-${chart}-heading">${escapeHtml(title)}</h${level}>
${paragraph(about)}
${content}
</section>`;
  };
  const of = (own: string): Shown => ({ insights, id: own, words, titleOf });
  const names = sectionNames(flow, words);
  const rows = rowsOf(flow);
  const byWeek = rows.length < flow.counts.length ? paragraph(words.byWeek) : '';
  const caption = (chart: InsightsChart): string => captionOf(chart, words);
  return [
    paragraph(fill(words.source, versions, board, dateAt(begins), dateAt(now))),
    said,
    part(
      'flow',
      (own) =>
        `${figure(flowChart({ flow, id: own, words }))}${legend(flow, names, own)}${byWeek}${table(
          own,
          caption('flow'),
          [words.day, ...names],
          rows.map(({ date, counts }) => [date, ...counts]),
        )}`,
    ),
    part(
      'burnUp',
      (own) =>
        `${figure(burnUpChart({ flow, id: own, words }))}${byWeek}${table(
          own,
          caption('burnUp'),
          [words.day, words.allItems, words.done],
          rows.map(({ date, counts }) => [date, counts.reduce((sum, count) => sum + count, 0), counts.at(-1) ?? 0]),
        )}`,
    ),
    part('cycle', (own) => cyclePart(of(own)), cycle.items.length),
    cycle.neverInProgress.length === 0 ? '' : paragraph(fill(words.neverInProgress, cycle.neverInProgress.join(', '))),
    part('age', (own) => agePart(of(own)), inWork.length),
    part('throughput', (own) => throughputPart(of(own))),
  ].join('\n');
}

/** What a part of the page shows. */
interface Shown {
  readonly insights: Insights;
  /** Of the part. */
  readonly id: string;
  readonly words: InsightsWords;
  readonly titleOf: ProjectInsights['titleOf'];
}

function cyclePart(shown: Shown): string {
  const { insights, id, words, titleOf } = shown;
  const { items, median, percentile85 } = insights.cycle;
  const sums =
    median === undefined || percentile85 === undefined
      ? ''
      : paragraph(`${fill(words.median, days(median))}. ${fill(words.percentile85, days(percentile85))}.`);
  const rows = items.map((time): readonly Cell[] => [
    time.item,
    titleOf(time.item) ?? '',
    dateAt(time.started),
    dateAt(time.done),
    took(time, words),
  ]);
  const columns = [words.item, words.itemTitle, words.inProgress, words.done, words.days];
  return `${sums}${figure(cycleChart(shown))}${why(items, words)}${table(id, captionOf('cycle', words), columns, rows.reverse())}`;
}

function agePart(shown: Shown): string {
  const { insights, id, words, titleOf } = shown;
  const { inWork } = insights;
  const rows = inWork.map((work): readonly Cell[] => [
    work.item,
    titleOf(work.item) ?? '',
    work.section === undefined ? words.inProgress : customName(work.section, words),
    dateAt(work.started),
    took(work, words),
  ]);
  const first = inWork.length > mostBars ? paragraph(fill(words.chartOfFirst, mostBars)) : '';
  const columns = [words.item, words.itemTitle, words.section, words.inProgress, words.days];
  return `${figure(ageChart(shown))}${first}${why(inWork, words)}${table(id, captionOf('age', words), columns, rows)}`;
}

function throughputPart(shown: Shown): string {
  const { insights, id, words } = shown;
  const { weeks } = insights;
  const newest = weeks.length > mostWeeks ? paragraph(fill(words.chartOfNewest, mostWeeks)) : '';
  const rows = weeks.map(({ monday, done }): readonly Cell[] => [weekOf(monday), dateOf(monday), done]);
  const columns = [words.week, words.day, words.items];
  return `${figure(throughputChart(shown))}${newest}${table(id, captionOf('throughput', words), columns, rows.reverse())}`;
}

const captionOf = (chart: InsightsChart, words: InsightsWords): string =>
  fill(words.figures, words.charts[chart].title);

type TimeTaken = Pick<CycleTime, 'days' | 'atLeast'>;

const took = ({ days: taken, atLeast }: TimeTaken, words: InsightsWords): string =>
  atLeast ? fill(words.atLeast, days(taken)) : days(taken);

const why = (times: readonly TimeTaken[], words: InsightsWords): string =>
  times.some(({ atLeast }) => atLeast) ? paragraph(words.whyAtLeast) : '';

const paragraph = (text: string): string => `<p>${escapeHtml(text)}</p>`;

const figure = (chart: string): string => `<div class="chart">${chart}</div>`;

/** A notice is half of what is said of it on the command line. */
const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function legend({ sections, counts }: Flow, names: readonly string[], id: string): string {
  const last = counts.at(-1) ?? [];
  const entries = names.map(
    (name, at) => `<li>${swatch(id, patternOf(sections, at))} ${escapeHtml(name)} <b>${last[at] ?? 0}</b></li>`,
  );
  return `<ul class="legend">${entries.join('')}</ul>`;
}

/** So many days are a row each; of longer times, the last day of each week is. */
const mostDays = 31;

/** The newest first. */
function rowsOf({ counts, from }: Flow): readonly { readonly date: string; readonly counts: readonly number[] }[] {
  return counts
    .map((own, place) => ({ day: from + place, date: dateOf(from + place), counts: own }))
    .filter(({ day }, place) => counts.length <= mostDays || place === counts.length - 1 || mondayOf(day) === day - 6)
    .reverse();
}

/** A table's cell: numbers are to the right. */
type Cell = string | number;

/** A table whose first column names the row. It scrolls by itself where it is long or wide, so it takes the focus. */
function table(id: string, caption: string, columns: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const head = columns
    .map((column, at) => `<th scope="col"${kindOf(rows[0]?.[at])}>${escapeHtml(column)}</th>`)
    .join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${escapeHtml(String(first))}</th>${cells.map((cell) => `<td${kindOf(cell)}>${escapeHtml(String(cell))}</td>`).join('')}</tr>`,
  );
  return `<div class="scroll" role="group" tabindex="0" aria-labelledby="${id}-caption"><table>
<caption id="${id}-caption">${escapeHtml(caption)}</caption>
<thead><tr>${head}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table></div>`;
}

const kindOf = (cell: Cell | undefined): string => (typeof cell === 'number' ? ' class="number"' : '');
