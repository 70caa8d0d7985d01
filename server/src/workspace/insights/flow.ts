import type { SectionKey } from '../git/boardStates.js';
import { dayOf } from './days.js';
import type { ItemPast } from './itemPasts.js';

/** How many items was in each section at the end of each day. */
export interface Flow {
  /** From Backlog to Done: custom sections are between In Progress and Done, in the order in which they came up. */
  readonly sections: readonly FlowSection[];
  /** The first day, as `dayOf` counts. */
  readonly from: number;
  /** One list for each day, one number for each section. */
  readonly counts: readonly (readonly number[])[];
}

export interface FlowSection {
  readonly kind: 'backlog' | 'inProgress' | 'custom' | 'done';
  /** The heading of a custom section; empty for what was before the first one. Undefined: all others together. */
  readonly title?: string;
}

/** More custom sections than this cannot be told apart in a chart: the least used are counted together. */
const mostCustom = 4;

const kinds = ['backlog', 'inProgress', 'done'] as const;

/**
 * @param from the first day that is wanted.
 * @param to the last one, as `dayOf` counts; at least `from`.
 */
export function createFlow(pasts: readonly ItemPast[], from: number, to: number): Flow {
  const custom = chosenCustom(pasts);
  const sections: FlowSection[] = [
    { kind: 'backlog' },
    { kind: 'inProgress' },
    ...custom.titles.map((title) => ({ kind: 'custom' as const, title })),
    ...(custom.others ? [{ kind: 'custom' as const }] : []),
    { kind: 'done' },
  ];
  const placeOf = (section: SectionKey): number => {
    const place = sections.findIndex(
      ({ kind, title }) => kind === section || (title !== undefined && section === `:${title}`),
    );
    return place < 0 ? sections.length - 2 : place;
  };
  const days = Array.from({ length: to - from + 1 }, () => sections.map(() => 0));
  const add = (at: number, section: SectionKey | undefined, by: number): void => {
    const counts = days[Math.max(0, dayOf(at) - from)];
    if (section === undefined || !counts) return;
    const place = placeOf(section);
    counts[place] = (counts[place] ?? 0) + by;
  };
  for (const { stays } of pasts)
    stays.forEach((stay, place) => {
      add(stay.from, stay.section, 1);
      add(stay.from, stays[place - 1]?.section, -1);
    });
  const counts: number[][] = [];
  for (const changes of days) counts.push(changes.map((change, place) => change + (counts.at(-1)?.[place] ?? 0)));
  return { sections, from, counts };
}

/** The custom sections that most items were in, in the order in which they came up. */
function chosenCustom(pasts: readonly ItemPast[]): { readonly titles: readonly string[]; readonly others: boolean } {
  const uses = new Map<string, number>();
  for (const { stays } of pasts)
    for (const { section } of stays)
      if (section !== undefined && !kinds.some((kind) => kind === section))
        uses.set(section.slice(1), (uses.get(section.slice(1)) ?? 0) + 1);
  const all = [...uses.keys()];
  if (all.length <= mostCustom) return { titles: all, others: false };
  const most = new Set([...all].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0)).slice(0, mostCustom));
  return { titles: all.filter((title) => most.has(title)), others: true };
}
