import type { TraceGraph } from '../../trace/graph.js';
import { memoFor } from '../../base/memo.js';
import { isOver } from './boardState.js';
import { findCycles } from './cycles.js';

/** The circles in which items that are not over depend on each other, by their first item; an item with itself is none. */
export const circlesOf = memoFor((trace: TraceGraph): ReadonlyMap<string, readonly string[]> => {
  const edges = new Map<string, readonly string[]>();
  for (const id of trace.items) {
    const item = trace.item(id);
    if (item && item.dependsOn.length > 0 && !isOver(item))
      edges.set(
        id,
        item.dependsOn.map((dependency) => dependency.id).filter((other) => other !== id),
      );
  }
  return new Map(findCycles(edges).map((cycle) => [cycle[0] ?? '', cycle]));
});

/** What waits for what in a circle, as `STORY-001 STORY-002`. */
const waitsInCircle = memoFor((trace: TraceGraph): ReadonlySet<string> => {
  const circles = [...circlesOf(trace).values()];
  return new Set(circles.flatMap((circle) => circle.map((id, at) => `${id} ${circle[at + 1] ?? circle[0] ?? ''}`)));
});

/** Whether a dependency is part of a circle that is reported as one. */
export function isInCircle(trace: TraceGraph, item: string, dependency: string): boolean {
  return waitsInCircle(trace).has(`${item} ${dependency}`);
}
