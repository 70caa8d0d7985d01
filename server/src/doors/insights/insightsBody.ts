import { escapeHtml } from '../../markdown/escapeHtml.js';
import type { InsightsChart, InsightsWords } from '../../protocol.js';
import { dateOf, mondayOf, weekOf } from '../../workspace/insights/days.js';
import type { Flow } from '../../workspace/insights/flow.js';
import type { Insights } from '../../workspace/insights/insights.js';
import type { InsightsReport } from '../../workspace/insights/readInsights.js';
import { days, fill } from './fill.js';
import { patternOf, swatch } from './patterns.js';
import { customName, sectionNames } from './sectionNames.js';
import { type Cell, table } from './table.js';
import { burnUpChart, flowChart } from './timeCharts.js';
import { ageChart, cycleChart, dateAt, mostBars, mostWeeks, throughputChart } from './workCharts.js';

/** A project and what its board's history says. */
export interface ProjectInsights {
  readonly name: string;
  readonly report: InsightsReport;
  readonly titleOf: (item: string) => string | undefined;
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
  const { flow, cycle, inWork, weeks, versions, begins, now } = insights;
  const part = (chart: InsightsChart, show: (own: string) => string, count = 1): string => {
    const { title, about, empty } = words.charts[chart];
    const content = count === 0 ? paragraph(empty) : show(`${id}-${chart}`);
    return `<section aria-labelledby="${id}-${chart}-heading">
<h${level} id="${id}-${chart}-heading">${escapeHtml(title)}</h${level}>
${paragraph(about)}
${content}
</section>`;
  };
  const of = (own: string): { insights: Insights; id: string; words: InsightsWords } => ({ insights, id: own, words });
  const names = sectionNames(flow, words);
  const rows = rowsOf(flow);
  const byWeek = rows.length < flow.counts.length ? paragraph(words.byWeek) : '';
  const caption = (chart: InsightsChart): string => fill(words.figures, words.charts[chart].title);
  const took = (time: { readonly days: number; readonly atLeast: boolean }): string =>
    time.atLeast ? fill(words.atLeast, days(time.days)) : days(time.days);
  const why = (times: readonly { readonly atLeast: boolean }[]): string =>
    times.some(({ atLeast }) => atLeast) ? paragraph(words.whyAtLeast) : '';
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
    part(
      'cycle',
      (own) => {
        const { median, percentile85 } = cycle;
        const sums =
          median === undefined || percentile85 === undefined
            ? ''
            : paragraph(`${fill(words.median, days(median))}. ${fill(words.percentile85, days(percentile85))}.`);
        const list = [...cycle.items]
          .reverse()
          .map((time): readonly Cell[] => [
            time.item,
            titleOf(time.item) ?? '',
            dateAt(time.started),
            dateAt(time.done),
            took(time),
          ]);
        const columns = [words.item, words.itemTitle, words.inProgress, words.done, words.days];
        return `${sums}${figure(cycleChart(of(own)))}${why(cycle.items)}${table(own, caption('cycle'), columns, list)}`;
      },
      cycle.items.length,
    ),
    cycle.neverInProgress.length === 0 ? '' : paragraph(fill(words.neverInProgress, cycle.neverInProgress.join(', '))),
    part(
      'age',
      (own) => {
        const list = inWork.map((work): readonly Cell[] => [
          work.item,
          titleOf(work.item) ?? '',
          work.section === undefined ? words.inProgress : customName(work.section, words),
          dateAt(work.started),
          took(work),
        ]);
        const first = inWork.length > mostBars ? paragraph(fill(words.chartOfFirst, mostBars)) : '';
        const columns = [words.item, words.itemTitle, words.section, words.inProgress, words.days];
        return `${figure(ageChart(of(own)))}${first}${why(inWork)}${table(own, caption('age'), columns, list)}`;
      },
      inWork.length,
    ),
    part(
      'throughput',
      (own) =>
        `${figure(throughputChart(of(own)))}${weeks.length > mostWeeks ? paragraph(fill(words.chartOfNewest, mostWeeks)) : ''}${table(own, caption('throughput'), [words.week, words.day, words.items], weeks.map(({ monday, done }) => [weekOf(monday), dateOf(monday), done]).reverse())}`,
    ),
  ].join('\n');
}

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
