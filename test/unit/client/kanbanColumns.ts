import type { KanbanCard, KanbanColumn } from '../../../client/src/kanban/kanbanMessages.js';

/** A card without id or facts, with as many open tasks. */
function cardOf(key: string, tasks = 0): KanbanCard {
  return {
    key,
    id: key,
    title: `The ${key}`,
    tasks: Array.from({ length: tasks }, (_, index) => ({ text: `task ${index + 1}`, checked: false })),
  };
}

/**
 * Columns as `Backlog: a b, Done:`; the number behind a card is how many tasks it has. A column without name is that of entries
 * before the first section.
 */
export function columnsOf(text: string): readonly KanbanColumn[] {
  return text.split(',').map((part) => {
    const [title = '', cards = ''] = part.split(':');
    return {
      key: title.trim(),
      title: title.trim(),
      kind: 'custom',
      cards: cards
        .split(' ')
        .filter(Boolean)
        .map((word) => cardOf(word.replace(/\d+$/u, ''), Number(/\d+$/u.exec(word)?.[0] ?? 0))),
    };
  });
}

/** The reverse of `columnsOf`, without tasks. */
export function asText(columns: readonly KanbanColumn[]): string {
  return columns.map(({ title, cards }) => `${title}:${cards.map(({ key }) => ` ${key}`).join('')}`).join(', ');
}
