import type { ItemId } from '../../documents/itemId.js';

/** The types of items as inputs name them. */
export const itemTypes = ['story', 'bug', 'hotfix'] as const;

export type ItemTypeName = (typeof itemTypes)[number];

const types: Readonly<Record<ItemTypeName, ItemId['type']>> = { story: 'STORY', bug: 'BUG', hotfix: 'HOTFIX' };

/** The type as it is in ids. */
export function typeOf(name: ItemTypeName): ItemId['type'] {
  return types[name];
}
