import type { MatrixItemView, MatrixView } from '../../../server/src/protocol.js';
import * as v from 'valibot';
import { readAs, textOrNothing } from '../../src/editor/schemas.js';

/** What a person wants to see; kept by the editor while the page is not shown. */
export interface Choice {
  /** URI of a project root. */
  readonly root: string;
  /** Words that id or title of an item must hold. */
  readonly filter: string;
  readonly gapsOnly: boolean;
}

export const everything: Choice = { root: '', filter: '', gapsOnly: false };

const choiceSchema = v.object({ root: textOrNothing, filter: textOrNothing, gapsOnly: v.fallback(v.boolean(), false) });

/** A choice as the editor kept it; whatever is no choice is the one of everything. */
export function readChoice(kept: unknown): Choice {
  return readAs(choiceSchema, kept) ?? everything;
}

/** The project chosen, else the first. */
export function chosenProject(projects: readonly MatrixView[], { root }: Choice): MatrixView | undefined {
  return projects.find((project) => project.root === root) ?? projects[0];
}

/** The items to show, with the rows to show: of items without gaps none if only gaps are wanted. */
export function chosenItems(items: readonly MatrixItemView[], { filter, gapsOnly }: Choice): readonly MatrixItemView[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .filter(({ id, title }) => {
      const text = `${id} ${title}`.toLowerCase();
      return words.every((word) => text.includes(word));
    })
    .map((item) => (gapsOnly ? { ...item, rows: item.rows.filter(({ gap }) => gap !== undefined) } : item))
    .filter(({ rows }) => !gapsOnly || rows.length > 0);
}

/** The only item that a choice shows, so that an export is of it; undefined if it shows others, too. */
export function onlyItem(items: readonly MatrixItemView[], choice: Choice): string | undefined {
  const [only, ...others] = choice.filter ? chosenItems(items, choice) : [];
  return others.length === 0 ? only?.id : undefined;
}

/** How many gaps they have. */
export function countGaps(items: readonly MatrixItemView[]): number {
  return items.reduce((sum, { gaps }) => sum + gaps, 0);
}
