import type { RunChange, RunEdge, RunNode, ShownRun } from './runGraphMessages.js';

/**
 * In what two states of a run differ: an update says little of a thousand packets.
 *
 * @returns undefined if the page has to draw it as a whole: it shows another run, or other packets or waves.
 */
export function changeBetween(before: ShownRun | undefined, now: ShownRun): RunChange | undefined {
  if (before?.id !== now.id || before.nodes.length !== now.nodes.length) return undefined;
  const nodes: RunNode[] = [];
  for (const [at, node] of now.nodes.entries()) {
    const old = before.nodes[at];
    if (old?.id !== node.id || old.group !== node.group) return undefined;
    if (!isSame(old, node)) nodes.push(node);
  }
  const [had, has] = [byKey(before.edges), byKey(now.edges)];
  return {
    ...now,
    nodes,
    gone: before.edges.filter((edge) => !has.has(keyOf(edge))),
    edges: now.edges.filter((edge) => !had.has(keyOf(edge))),
  };
}

/** The state of a run behind a change. */
export function changed(before: ShownRun, { gone, nodes, edges, ...rest }: RunChange): ShownRun {
  const newer = new Map(nodes.map((node) => [node.id, node]));
  const without = byKey(gone);
  const kept = without.size === 0 ? before.edges : before.edges.filter((edge) => !without.has(keyOf(edge)));
  return {
    ...rest,
    nodes: before.nodes.map((node) => newer.get(node.id) ?? node),
    edges: edges.length === 0 ? kept : [...kept, ...edges],
  };
}

function isSame(one: RunNode, other: RunNode): boolean {
  return (
    one.label === other.label &&
    one.kind === other.kind &&
    one.title === other.title &&
    one.summary === other.summary &&
    one.actions.join() === other.actions.join()
  );
}

const byKey = (edges: readonly RunEdge[]): ReadonlySet<string> => new Set(edges.map(keyOf));

function keyOf({ from, to, label = '', dashed = false, alarming = false }: RunEdge): string {
  return `${from}\0${to}\0${label}\0${String(dashed)}\0${String(alarming)}`;
}
