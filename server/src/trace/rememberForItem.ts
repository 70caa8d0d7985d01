import type { ItemTrace } from './graph.js';

/**
 * Computes something of an item once and keeps it for as long as nothing of the item differs but where its entries stand; it
 * must say nothing of places, and should not lead to the item or its documents.
 */
export function rememberForItem<V>(compute: (item: ItemTrace) => V): (item: ItemTrace) => V {
  const known = new WeakMap<ItemTrace['substance'], { readonly value: V }>();
  return (item) => {
    const found = known.get(item.substance);
    if (found) return found.value;
    const value = compute(item);
    known.set(item.substance, { value });
    return value;
  };
}
