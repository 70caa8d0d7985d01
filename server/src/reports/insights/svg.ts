import { escapeHtml } from '../../base/escapeHtml.js';
import type { FlowSection } from '../../workspace/insights/flow.js';

/** A chart's frame in the units of its picture. */
export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export const frame: Frame = { width: 720, height: 260, left: 44, right: 16, top: 12, bottom: 30 };

/** A picture that a screen reader knows by title and description. @param content markup, its texts escaped. */
export function picture(
  { width, height }: Pick<Frame, 'width' | 'height'>,
  id: string,
  title: string,
  description: string,
  content: string,
): string {
  return `<svg role="img" aria-labelledby="${id}-title ${id}-desc" viewBox="0 0 ${width} ${height}">
<title id="${id}-title">${escapeHtml(title)}</title>
<desc id="${id}-desc">${escapeHtml(description)}</desc>
${content}
</svg>`;
}

export function label(
  text: string,
  x: number,
  y: number,
  anchor: 'start' | 'middle' | 'end' = 'middle',
  kind = 'label',
): string {
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" text-anchor="${anchor}">${escapeHtml(text)}</text>`;
}

export const round = (value: number): number => Math.round(value * 10) / 10;

/** Turns values from 0 to `most` into places between two others. */
export const scale =
  (most: number, from: number, to: number) =>
  (value: number): number =>
    from + ((to - from) * value) / (most || 1);

/** Round numbers from 0 to at least `most`, about four of them; whole ones. */
export function ticksTo(most: number): readonly number[] {
  const rough = Math.max(1, most / 4);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= rough) ?? rough;
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, place) => place * step);
}

/** Lines and numbers of the vertical axis. */
export function verticalAxis(
  { width, left, right }: Frame,
  ticks: readonly number[],
  y: (value: number) => number,
): string {
  return ticks
    .map(
      (tick) =>
        `<path class="${tick === 0 ? 'axis' : 'grid'}" d="M${left} ${round(y(tick))}H${width - right}"/>${label(String(tick), left - 6, y(tick) + 4, 'end')}`,
    )
    .join('');
}

/** About `most` of the places of a list, first and last with them. */
export function somePlaces(length: number, most: number): readonly number[] {
  const count = Math.min(length, most);
  if (count < 2) return length === 0 ? [] : [0];
  return Array.from({ length: count }, (_, place) => Math.round((place * (length - 1)) / (count - 1)));
}

/** Names below the horizontal axis, first and last of them within the frame. */
export function horizontalNames(
  { height, bottom }: Frame,
  names: readonly (readonly [x: number, name: string])[],
): string {
  return names
    .map(([x, name], place) => {
      const anchor = place === 0 && names.length > 1 ? 'start' : place === names.length - 1 ? 'end' : 'middle';
      return label(name, x, height - bottom + 18, anchor);
    })
    .join('');
}

/** What is drawn on the colour, so that bands can be told apart without it; in a square of eight. */
const drawings: Readonly<Record<string, string>> = {
  backlog: 'M2 2h1.5v1.5h-1.5zM6 6h1.5v1.5h-1.5z',
  inProgress: 'M-1 1l2 -2M0 8l8 -8M7 9l2 -2',
  custom0: 'M-1 7l2 2M0 0l8 8M7 -1l2 2',
  custom1: 'M4 0v8',
  custom2: 'M0 4h8',
  custom3: 'M4 0v8M0 4h8',
  custom4: 'M0 0l8 8M0 8l8 -8',
  done: '',
};

/** The name of a section's pattern. @param at its place among all. */
export function patternOf(sections: readonly FlowSection[], at: number): string {
  const kind = sections[at]?.kind ?? 'done';
  // Custom sections are behind Backlog and In Progress.
  return kind === 'custom' ? `custom${at - 2}` : kind;
}

/** @param id of the picture they are for: ids count in the whole page. */
export function patterns(sections: readonly FlowSection[], id: string): string {
  return sections
    .map((_, at) => {
      const name = patternOf(sections, at);
      return `<pattern id="${id}-${name}" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="fill-${name}" width="8" height="8"/><path class="hatch" d="${drawings[name] ?? ''}"/></pattern>`;
    })
    .join('');
}

/** A square with a section's pattern, for a legend. */
export function swatch(id: string, name: string): string {
  return `<svg class="swatch" aria-hidden="true" viewBox="0 0 16 16"><rect class="band" fill="url(#${id}-${name})" width="16" height="16"/></svg>`;
}
