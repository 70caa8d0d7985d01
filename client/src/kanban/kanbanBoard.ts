import type { BoardEntryView, BoardSectionView, BoardView } from '../../../server/src/protocol.js';
import { createKeys, entriesByCard } from '../editor/boardEntries.js';
import type { ItemAgent, KanbanCard, KanbanColumn, KanbanFacts } from './kanbanMessages.js';
import { sectionLabel } from '../editor/sectionLabel.js';

/** A card with what it was made of, which stays in the extension: lines move with every edit, and a page needs none. */
export interface KanbanPlace {
  readonly card: KanbanCard;
  readonly entry: BoardEntryView;
}

export interface KanbanBoard {
  readonly columns: readonly KanbanColumn[];
  readonly places: ReadonlyMap<string, KanbanPlace>;
  /** By a column's key. */
  readonly sections: ReadonlyMap<string, BoardSectionView>;
}

/**
 * A board as columns of cards.
 *
 * @param agents by item.
 */
export function toKanbanBoard(view: BoardView, agents: ReadonlyMap<string, ItemAgent> = new Map()): KanbanBoard {
  const columnKey = createKeys();
  const sections = new Map<string, BoardSectionView>();
  const places = new Map(
    Array.from(entriesByCard(view), ([key, { entry }]) => [
      key,
      { card: toCard(key, entry, agents.get(entry.id ?? '')), entry },
    ]),
  );
  const cardOf = new Map(Array.from(places.values(), ({ card, entry }) => [entry, card]));
  const columns = view.sections.map((section): KanbanColumn => {
    const key = columnKey(section.title);
    sections.set(key, section);
    const cards = section.entries.flatMap((entry) => cardOf.get(entry) ?? []);
    return { key, title: sectionLabel(section), kind: section.kind, cards };
  });
  return { columns, places, sections };
}

function toCard(key: string, { id, title, tasks, facts }: BoardEntryView, agent: ItemAgent | undefined): KanbanCard {
  return {
    key,
    ...(id === undefined ? {} : { id }),
    title,
    tasks: tasks.map(({ text, checked }) => ({ text, checked })),
    ...(facts ? { facts: toFacts(facts) } : {}),
    ...(agent === undefined ? {} : { agent }),
  };
}

function toFacts(facts: NonNullable<BoardEntryView['facts']>): KanbanFacts {
  const { spec, priority, rank, criteria, covered, coveredBy, branches, errors, warnings, drifts, blockedBy } = facts;
  return {
    hasSpec: spec !== undefined,
    ...(priority === undefined ? {} : { priority }),
    ...(rank === undefined ? {} : { rank }),
    criteria,
    covered,
    coveredBy,
    branches,
    errors,
    warnings,
    drifts,
    blockedBy,
  };
}
