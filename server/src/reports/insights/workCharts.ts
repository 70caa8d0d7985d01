import type { InsightsWords } from '../../protocol.js';
import { dateOf, dayMilliseconds, dayOf, weekOf } from '../../workspace/insights/days.js';
import type { Insights } from '../../workspace/insights/insights.js';
import { frame, horizontalNames, label, picture, round, scale, somePlaces, ticksTo, verticalAxis } from './svg.js';
import { days, fill } from './words.js';

interface ChartOf {
  readonly insights: Insights;
  readonly id: string;
  readonly words: InsightsWords;
}

/** Each done item at the day it was done: a disc, or a triangle where it took longer than is known. */
export function cycleChart({ insights: { cycle, flow }, id, words }: ChartOf): string {
  const wide = { ...frame, right: 130 };
  const last = flow.from + flow.counts.length;
  const x = scale(last - flow.from, wide.left + 8, wide.width - wide.right - 8);
  const ticks = ticksTo(Math.max(...cycle.items.map((item) => item.days)));
  const y = scale(ticks.at(-1) ?? 1, frame.height - frame.bottom, frame.top);
  const marks = cycle.items.map(({ done, days: took, atLeast }) => {
    const [left, top] = [round(x(done / dayMilliseconds - flow.from)), round(y(took))];
    return atLeast
      ? `<path class="mark open" d="M${left} ${top - 5}l5 9h-10z"/>`
      : `<circle class="mark" cx="${left}" cy="${top}" r="4"/>`;
  });
  const { median } = cycle;
  return picture(
    wide,
    id,
    words.charts.cycle.title,
    fill(words.charts.cycle.says, cycle.items.length, median === undefined ? '–' : days(median)),
    [
      verticalAxis(wide, ticks, y),
      ...(median === undefined
        ? []
        : [
            `<path class="line median" d="M${wide.left} ${round(y(median))}H${wide.width - wide.right}"/>`,
            label(fill(words.median, days(median)), wide.width - wide.right + 8, y(median) + 4, 'start', 'name'),
          ]),
      ...marks,
      horizontalNames(wide, [
        [x(0), dateOf(flow.from)],
        [x(last - flow.from), dateOf(last - 1)],
      ]),
    ].join(''),
  );
}

/** So many bars can be read. */
export const mostBars = 20;

/** A bar for each item, the oldest first. */
export function ageChart({ insights: { inWork }, id, words }: ChartOf): string {
  const shown = inWork.slice(0, mostBars);
  const wide = { ...frame, left: 150, right: 70, height: shown.length * 24 + 16 };
  const x = scale(Math.max(...shown.map((item) => item.days)), 0, wide.width - wide.left - wide.right);
  const bars = shown.map(({ item, days: age, atLeast }, place) => {
    const top = place * 24 + 8;
    const said = atLeast ? `≥ ${days(age)}` : days(age);
    const width = round(Math.max(2, x(age)));
    return `${label(shortened(item), wide.left - 8, top + 14, 'end')}<rect class="bar" x="${wide.left}" y="${top}" width="${width}" height="18"/>${label(said, wide.left + width + 6, top + 14, 'start')}`;
  });
  const [oldest] = inWork;
  return picture(
    wide,
    id,
    words.charts.age.title,
    fill(words.charts.age.says, inWork.length, oldest?.item ?? '', days(oldest?.days ?? 0)),
    bars.join(''),
  );
}

const shortened = (text: string): string => (text.length > 20 ? `${text.slice(0, 19)}…` : text);

/** So many weeks remain distinguishable. */
export const mostWeeks = 52;

/** A bar for each week, the newest weeks. */
export function throughputChart({ insights: { weeks }, id, words }: ChartOf): string {
  const shown = weeks.slice(-mostWeeks);
  const ticks = ticksTo(Math.max(...shown.map(({ done }) => done)));
  const y = scale(ticks.at(-1) ?? 1, frame.height - frame.bottom, frame.top + 8);
  const step = (frame.width - frame.left - frame.right) / Math.max(shown.length, 6);
  const middle = (place: number): number => frame.left + step * (place + 0.5);
  const bars = shown.map(({ done }, place) => {
    if (done === 0) return '';
    const width = Math.min(48, step * 0.7);
    return `<rect class="bar" x="${round(middle(place) - width / 2)}" y="${round(y(done))}" width="${round(width)}" height="${round(y(0) - y(done))}"/>${label(String(done), middle(place), y(done) - 4)}`;
  });
  const total = weeks.reduce((sum, { done }) => sum + done, 0);
  const names = somePlaces(shown.length, 7).map((place): readonly [number, string] => [
    middle(place),
    weekOf(shown[place]?.monday ?? 0),
  ]);
  return picture(
    frame,
    id,
    words.charts.throughput.title,
    fill(words.charts.throughput.says, total, weeks.length, weeks.at(-1)?.done ?? 0),
    `${verticalAxis(frame, ticks, y)}${bars.join('')}${horizontalNames(frame, names)}`,
  );
}

/** The day a moment is in, as text. */
export const dateAt = (at: number): string => dateOf(dayOf(at));
