import type { FlowSection } from '../../workspace/insights/flow.js';

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
