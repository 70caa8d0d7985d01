import type { DependencyTrace, ItemTrace, TraceGraph } from '../../trace/graph.js';
import { isOver } from './boardState.js';

/**
 * What an item depends on that is there and not over. Ids without a spec are E010's, what depends on itself is PW123's.
 */
export function unfinishedDependencies(
  trace: Pick<TraceGraph, 'item'>,
  { id: own, dependsOn }: Pick<ItemTrace, 'id' | 'dependsOn'>,
): readonly (DependencyTrace & { readonly item: ItemTrace & Required<Pick<ItemTrace, 'spec'>> })[] {
  return dependsOn.flatMap((dependency) => {
    const item = dependency.id === own ? undefined : trace.item(dependency.id);
    if (!item || !hasSpec(item) || isOver(item)) return [];
    return [{ ...dependency, item }];
  });
}

function hasSpec(item: ItemTrace): item is ItemTrace & Required<Pick<ItemTrace, 'spec'>> {
  return item.spec !== undefined;
}
