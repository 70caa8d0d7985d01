import { type ItemId, parseItemId } from '../documents/itemId.js';

const types: readonly ItemId['type'][] = ['STORY', 'BUG', 'HOTFIX'];

interface Key {
  readonly type: number;
  readonly prefix: string;
  readonly number: number;
  readonly id: string;
}

/** Item ids by type (stories, bugs, hotfixes), prefix and number; each once. */
export function inItemOrder(ids: Iterable<string>): readonly string[] {
  return Array.from(new Set(ids), keyOf)
    .sort(compare)
    .map(({ id }) => id);
}

function keyOf(id: string): Key {
  const parts = parseItemId(id);
  if (!parts) return { type: types.length, prefix: '', number: 0, id };
  return { type: types.indexOf(parts.type), prefix: parts.prefix ?? '', number: Number(parts.number), id };
}

function compare(a: Key, b: Key): number {
  if (a.type !== b.type) return a.type - b.type;
  if (a.prefix !== b.prefix) return a.prefix < b.prefix ? -1 : 1;
  if (a.number !== b.number) return a.number - b.number;
  return a.id < b.id ? -1 : 1;
}
