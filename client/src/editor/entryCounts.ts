import type { BoardEntryView, BoardFacts, BoardView } from '../../../server/src/protocol.js';

/** How many there are, and how many of them are done. */
export interface Counted {
  readonly done: number;
  readonly of: number;
}

/** The tasks of one entry: what its row, its card and what is read out of them say. */
export function countTasks(tasks: readonly Pick<BoardEntryView['tasks'][number], 'checked'>[]): Counted {
  return { done: tasks.filter(({ checked }) => checked).length, of: tasks.length };
}

/** The items among entries: one that is there twice is one, and one without an id is one of its own. */
export function countItems(entries: readonly { readonly id?: string | undefined }[]): number {
  return new Set(entries.map((entry) => entry.id ?? entry)).size;
}

/** The items of a board that are in progress. */
export function countInProgress({ sections }: Pick<BoardView, 'sections'>): number {
  return countItems(sections.flatMap(({ kind, entries }) => (kind === 'inProgress' ? entries : [])));
}

/** The findings of an item that are counted anywhere: a hint requires no action. */
export function countFindings(facts: Pick<BoardFacts, 'errors' | 'warnings'> | undefined): number {
  return facts ? facts.errors + facts.warnings : 0;
}
