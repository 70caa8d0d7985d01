import type { InsightsWords } from '../../protocol.js';
import { dateOf } from '../../workspace/insights/days.js';
import type { Flow } from '../../workspace/insights/flow.js';
import {
  frame,
  horizontalNames,
  label,
  patternOf,
  patterns,
  picture,
  round,
  scale,
  somePlaces,
  ticksTo,
  verticalAxis,
} from './svg.js';
import { fill, sectionNames } from './words.js';

/** More points along a line are invisible. */
const mostPoints = 360;

/** The days to draw, and where they are. */
interface Days {
  readonly counts: readonly (readonly number[])[];
  readonly x: (place: number) => number;
  readonly names: readonly (readonly [number, string])[];
}

/** Items by section, one band upon the other, Done at the bottom. */
export function flowChart({ flow, id, words }: { flow: Flow; id: string; words: InsightsWords }): string {
  const names = sectionNames(flow, words);
  const { counts, x, names: dates } = daysOf(flow);
  const most = Math.max(...counts.map(sum));
  const ticks = ticksTo(most);
  const y = scale(ticks.at(-1) ?? 1, frame.height - frame.bottom, frame.top);
  // From the last section on, each band is on those behind it.
  const below = (at: number): readonly number[] => counts.map((day) => sum(day.slice(at + 1)));
  const bands = names.map((_, at) => {
    const floor = below(at);
    const top = counts.map((day, place) => `${round(x(place))} ${round(y((floor[place] ?? 0) + (day[at] ?? 0)))}`);
    const bottom = floor.map((value, place) => `${round(x(place))} ${round(y(value))}`).reverse();
    return `<path class="band" fill="url(#${id}-${patternOf(flow.sections, at)})" d="M${[...top, ...bottom].join('L')}Z"/>`;
  });
  const last = counts.at(-1) ?? [];
  return picture(
    frame,
    id,
    words.charts.flow.title,
    fill(
      words.charts.flow.says,
      dates.at(-1)?.[1] ?? '',
      names.map((name, at) => `${name} ${last[at] ?? 0}`).join(', '),
    ),
    `<defs>${patterns(flow.sections, id)}</defs>${bands.join('')}${verticalAxis(frame, ticks, y)}${horizontalNames(frame, dates)}`,
  );
}

/** All items, and those that are done. */
export function burnUpChart({ flow, id, words }: { flow: Flow; id: string; words: InsightsWords }): string {
  const wide = { ...frame, right: 130 };
  const { counts, x, names: dates } = daysOf(flow, wide.right);
  const scope = counts.map(sum);
  const done = counts.map((day) => day.at(-1) ?? 0);
  const ticks = ticksTo(Math.max(...scope));
  const y = scale(ticks.at(-1) ?? 1, frame.height - frame.bottom, frame.top);
  const line = (values: readonly number[], kind: string): string =>
    `<path class="${kind}" d="M${values.map((value, place) => `${round(x(place))} ${round(y(value))}`).join('L')}"/>`;
  const [all, finished] = [scope.at(-1) ?? 0, done.at(-1) ?? 0];
  // The names at the ends of the lines must not be on each other.
  const yOfAll = Math.min(y(all), y(finished) - 16) + 4;
  const end = wide.width - wide.right + 8;
  return picture(
    wide,
    id,
    words.charts.burnUp.title,
    fill(words.charts.burnUp.says, dates.at(-1)?.[1] ?? '', finished, all),
    [
      verticalAxis(wide, ticks, y),
      line(scope, 'line scope'),
      line(done, 'line done'),
      label(`${words.allItems} ${all}`, end, Math.max(frame.top, yOfAll), 'start', 'name'),
      label(`${words.done} ${finished}`, end, Math.max(frame.top + 16, y(finished) + 4), 'start', 'name'),
      horizontalNames(wide, dates),
    ].join(''),
  );
}

function daysOf({ counts, from }: Flow, right: number = frame.right): Days {
  const places = somePlaces(counts.length, mostPoints);
  const shown = places.map((place) => counts[place] ?? []);
  // A single day is a line, too.
  const drawn = shown.length === 1 ? [...shown, ...shown] : shown;
  const x = scale(drawn.length - 1, frame.left, frame.width - right);
  const names = somePlaces(places.length, 5).map((at): readonly [number, string] => [
    x(at),
    dateOf(from + (places[at] ?? 0)),
  ]);
  return { counts: drawn, x, names };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
