import { dateOf, weekOf } from '../../workspace/insights/days.js';
import type { Insights } from '../../workspace/insights/insights.js';
import type { PlacedInsights } from './insightsBody.js';

/**
 * One JSON document; docs/guide/insights.md describes it. Moments are ISO 8601 in UTC, days are dates, durations are days. Of a
 * project whose board has no history, `insights` is null and `notices` say why.
 */
export function insightsJson(root: string, projects: readonly PlacedInsights[]): string {
  const document = {
    version: 1,
    root,
    projects: projects.map(({ path, name, report: { board, notices, insights }, titleOf }) => ({
      path,
      name,
      board,
      notices,
      insights: insights ? toJson(insights, titleOf) : null,
    })),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

function toJson(
  { begins, now, versions, flow, cycle, inWork, weeks }: Insights,
  titleOf: PlacedInsights['titleOf'],
): unknown {
  return {
    begins: momentOf(begins),
    now: momentOf(now),
    versions,
    sections: flow.sections.map(({ kind, title }) => ({ kind, title: title ?? null })),
    days: flow.counts.map((counts, place) => ({
      date: dateOf(flow.from + place),
      counts,
      scope: counts.reduce((sum, count) => sum + count, 0),
      done: counts.at(-1) ?? 0,
    })),
    cycleTime: {
      median: cycle.median ?? null,
      percentile85: cycle.percentile85 ?? null,
      items: cycle.items.map(({ item, started, done, days, atLeast }) => ({
        item,
        title: titleOf(item) ?? null,
        started: momentOf(started),
        done: momentOf(done),
        days,
        atLeast,
      })),
      neverInProgress: cycle.neverInProgress,
    },
    inWork: inWork.map(({ item, started, days, atLeast, section }) => ({
      item,
      title: titleOf(item) ?? null,
      section: section ?? null,
      started: momentOf(started),
      days,
      atLeast,
    })),
    throughput: weeks.map(({ monday, done }) => ({ week: weekOf(monday), monday: dateOf(monday), done })),
  };
}

const momentOf = (at: number): string => new Date(at).toISOString();
