import type { BoardEntryView, BoardSectionView, BoardView } from '../../../server/src/protocol.js';
import type { ItemAgent } from '../agents/agentsOfItems.js';
import type { KanbanCard, KanbanColumn, KanbanFacts } from './kanbanMessages.js';
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
 * A board as columns of cards. A key is made of the id (else the title) and the number of equal ones before it: no line and no
 * section, so that a card that moves stays the same one.
 *
 * @param agents by item.
 */
export function toKanbanBoard(view: BoardView, agents: ReadonlyMap<string, ItemAgent> = new Map()): KanbanBoard {
  const cardKey = keys();
  const columnKey = keys();
  const places = new Map<string, KanbanPlace>();
  const sections = new Map<string, BoardSectionView>();
  const columns = view.sections.map((section): KanbanColumn => {
    const key = columnKey(section.title);
    sections.set(key, section);
    const cards = section.entries.map((entry) => {
      const card = toCard(cardKey(entry.id ?? entry.title), entry, agents.get(entry.id ?? ''));
      places.set(card.key, { card, entry });
      return card;
    });
    return { key, title: sectionLabel(section), kind: section.kind, cards };
  });
  return { columns, places, sections };
}

function keys(): (name: string) => string {
  const seen = new Map<string, number>();
  return (name) => {
    const number = (seen.get(name) ?? 0) + 1;
    seen.set(name, number);
    return number === 1 ? name : `${name}\n${number}`;
  };
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
