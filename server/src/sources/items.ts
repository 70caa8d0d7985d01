import { Refused } from '../operations/errorCodes.js';
import { circlesOf } from '../rules/drift/dependencyCircles.js';
import { isOver } from '../rules/drift/boardState.js';
import { isFinished } from '../gates/support/openDependencies.js';
import type { Packet } from '../runs/event.js';
import type { ItemTrace, TraceGraph } from '../trace/graph.js';
import { itemTitle } from '../trace/itemTitle.js';
import { touchesOf } from '../trace/touchesOf.js';

/** What a run takes for itself beside files, by the name of the resource: the items that need it. */
export type ResourceNeeds = ReadonlyMap<string, readonly string[]>;

/**
 * Items as packets of a run: what they depend on in it, and the files they touch.
 *
 * @param ids in the order in which they are to be started, where nothing else says; none: all open items with a spec.
 * @throws Refused for an item that there is not, is over or has no spec, for a dependency that is neither finished nor in the run, and
 *   for a circle.
 */
export function packetsOfItems(trace: TraceGraph, ids: readonly string[], resources: ResourceNeeds): readonly Packet[] {
  const wanted = ids.length === 0 ? openItems(trace) : [...new Set(ids)].map((id) => requireOpen(trace, id));
  if (wanted.length === 0) throw new Refused('not-found', 'no item is open and has a spec');
  const among = new Set(wanted.map(({ id }) => id));
  const circle = [...circlesOf(trace).values()].find((one) => one.some((id) => among.has(id)));
  if (circle)
    throw new Refused(
      'not-allowed',
      `items depend on each other in a circle: ${[...circle, circle[0] ?? ''].join(' → ')}; remove one of these dependencies`,
      circle,
    );
  return wanted.map((item) => ({
    id: item.id,
    title: itemTitle(item) ?? item.id,
    needs: needsOf(item, trace, among),
    touches: [...touchesOf(item)],
    resources: [...resources].flatMap(([name, needed]) => (needed.includes(item.id) ? [name] : [])),
  }));
}

function openItems(trace: TraceGraph): readonly ItemTrace[] {
  return trace.items.flatMap((id) => trace.item(id) ?? []).filter((item) => item.spec !== undefined && !isOver(item));
}

function requireOpen(trace: TraceGraph, id: string): ItemTrace {
  const item = trace.item(id);
  if (!item) throw new Refused('not-found', `there is no item ${id}`);
  if (isOver(item)) throw new Refused('not-allowed', `${id} is done already`);
  if (!item.spec) throw new Refused('not-allowed', `${id} has no spec: \`pactwright phase plan ${id}\` writes one`);
  return item;
}

function needsOf(item: ItemTrace, trace: TraceGraph, among: ReadonlySet<string>): string[] {
  return [...new Set(item.dependsOn.map((one) => one.id))].filter((id) => {
    if (id === item.id) return false;
    if (among.has(id)) return true;
    const other = trace.item(id);
    // E010 reports dependencies that do not exist.
    if (other && !isFinished(other))
      throw new Refused('not-allowed', `${item.id} depends on ${id}, which is neither done nor in the run: add it`);
    return false;
  });
}
