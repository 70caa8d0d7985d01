/**
 * The circles in a graph: of every group of nodes that lead to each other one, the shortest through the group's first node.
 * Linear in nodes and edges (Tarjan's strongly connected components, without recursion).
 *
 * @param edges by node, in the order that makes a node the first; nodes without edges may be missing.
 * @returns each with its first node first, which is not repeated at the end.
 */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): readonly (readonly string[])[] {
  return components(edges).flatMap((group) => {
    const [first] = [...edges.keys()].filter((node) => group.has(node));
    return first === undefined ? [] : [shortestWayRound(edges, group, first)];
  });
}

interface Visit {
  readonly node: string;
  readonly targets: readonly string[];
  next: number;
}

/** The strongly connected components of more than one node. */
function components(edges: ReadonlyMap<string, readonly string[]>): readonly ReadonlySet<string>[] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const stack: string[] = [];
  const onStack = new Set<string>();
  const found: ReadonlySet<string>[] = [];
  const open: Visit[] = [];
  const enter = (node: string): void => {
    order.set(node, order.size);
    low.set(node, order.get(node) ?? 0);
    stack.push(node);
    onStack.add(node);
    open.push({ node, targets: edges.get(node) ?? [], next: 0 });
  };
  const lower = (node: string, value: number | undefined): void => {
    low.set(node, Math.min(low.get(node) ?? 0, value ?? 0));
  };
  for (const start of edges.keys()) {
    if (!order.has(start)) enter(start);
    for (let visit = open.at(-1); visit; visit = open.at(-1)) {
      const { node, targets } = visit;
      const target = targets[visit.next++];
      if (target !== undefined) {
        if (!order.has(target)) enter(target);
        else if (onStack.has(target)) lower(node, order.get(target));
        continue;
      }
      open.pop();
      const caller = open.at(-1);
      if (caller) lower(caller.node, low.get(node));
      if (low.get(node) !== order.get(node)) continue;
      const group = new Set(stack.splice(stack.lastIndexOf(node)));
      for (const member of group) onStack.delete(member);
      if (group.size > 1) found.push(group);
    }
  }
  return found;
}

function shortestWayRound(
  edges: ReadonlyMap<string, readonly string[]>,
  group: ReadonlySet<string>,
  first: string,
): readonly string[] {
  const from = new Map<string, string>();
  const waiting = [first];
  // The list grows while it is gone through.
  for (const node of waiting)
    for (const target of edges.get(node) ?? []) {
      if (target === first) return wayTo(from, first, node);
      if (!group.has(target) || from.has(target)) continue;
      from.set(target, node);
      waiting.push(target);
    }
  return [first];
}

function wayTo(from: ReadonlyMap<string, string>, first: string, last: string): readonly string[] {
  const way = [last];
  for (let node = last; node !== first;) {
    node = from.get(node) ?? first;
    way.push(node);
  }
  return way.reverse();
}
