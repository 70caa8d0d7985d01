import type { DrawnEdge, DrawnNode } from './graph.js';

export interface Placed {
  readonly id: string;
  /** The middle of the node. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A box around the nodes of a group. */
export interface GroupBox {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly nodes: readonly Placed[];
  readonly groups: readonly GroupBox[];
}

export const nodeHeight = 26;
const gap = 16;
const rankGap = 54;
const groupPadding = 20;
const groupTitle = 22;
const sweeps = 4;

/** Where the line from the middle of a node to another leaves it. */
export function borderPoint(from: Placed, to: Placed): { readonly x: number; readonly y: number } {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const part = Math.min(Math.abs(from.width / 2 / (dx || 1e-9)), Math.abs(nodeHeight / 2 / (dy || 1e-9)));
  return { x: from.x + dx * part, y: from.y + dy * part };
}

type Links = Pick<DrawnEdge, 'from' | 'to'>;

/**
 * Places nodes in rows, each below those that lead to it, near them; groups are boxes of their own. In proportion to nodes and edges:
 * layouts that look for the fewest crossings take minutes for 2,000 nodes.
 */
export function layOut(
  nodes: readonly DrawnNode[],
  edges: readonly Links[],
  widthOf: (node: DrawnNode) => number,
): Layout {
  // `Depth 2` is before `Depth 10`; others stay in the order of their nodes.
  const names = [...new Set(nodes.map(({ group }) => group ?? ''))].sort((a, b) => numberIn(a) - numberIn(b));
  if (names.length === 1 && names[0] === '') {
    const { placed } = block(nodes, edges, widthOf);
    return { nodes: placed, groups: [] };
  }
  const blocks = names.map((name) => {
    const own = nodes.filter(({ group }) => (group ?? '') === name);
    const ids = new Set(own.map(({ id }) => id));
    const inside = edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
    return { name, ...block(own, inside, widthOf) };
  });
  return shelves(blocks);
}

function numberIn(group: string): number {
  return Number(/\d+$/u.exec(group)?.[0] ?? 0);
}

interface Block {
  readonly placed: readonly Placed[];
  readonly width: number;
  readonly height: number;
}

/** Puts blocks beside each other, and below where the row is as wide as all of them should be. */
function shelves(blocks: readonly (Block & { readonly name: string })[]): Layout {
  const area = blocks.reduce((sum, { width, height }) => sum + (width + 60) * (height + 80), 0);
  const most = Math.max(Math.sqrt(area * 1.6), ...blocks.map(({ width }) => width));
  const nodes: Placed[] = [];
  const groups: GroupBox[] = [];
  let [left, top, rowHeight] = [0, 0, 0];
  for (const { name, placed, width, height } of blocks) {
    const [outerWidth, outerHeight] = [width + 2 * groupPadding, height + 2 * groupPadding + groupTitle];
    if (left > 0 && left + outerWidth > most) [left, top, rowHeight] = [0, top + rowHeight + rankGap, 0];
    groups.push({ name, left, top, width: outerWidth, height: outerHeight });
    const [dx, dy] = [left + groupPadding, top + groupPadding + groupTitle];
    nodes.push(...placed.map((one) => ({ ...one, x: one.x + dx, y: one.y + dy })));
    left += outerWidth + rankGap;
    rowHeight = Math.max(rowHeight, outerHeight);
  }
  return { nodes, groups };
}

/** Rows of nodes from the left top on. */
function block(nodes: readonly DrawnNode[], edges: readonly Links[], widthOf: (node: DrawnNode) => number): Block {
  const widths = new Map(nodes.map((node) => [node.id, widthOf(node)]));
  const width = (id: string): number => widths.get(id) ?? 0;
  const rows = orderedRows(nodes, edges);
  const area = nodes.reduce((sum, { id }) => sum + (width(id) + gap) * (nodeHeight + rankGap), 0);
  const most = Math.max(Math.sqrt(area * 1.8), 600);
  const lines = rows.flatMap((row) => broken(row, width, most));
  const right = Math.max(0, ...lines.map((line) => line.width));
  const placed: Placed[] = [];
  let bottom = 0;
  for (const line of lines) {
    const top = line.isFirst && bottom > 0 ? bottom + rankGap : bottom + (bottom > 0 ? gap : 0);
    let left = (right - line.width) / 2;
    for (const id of line.ids) {
      placed.push({ id, x: left + width(id) / 2, y: top + nodeHeight / 2, width: width(id) });
      left += width(id) + gap;
    }
    bottom = top + nodeHeight;
  }
  return { placed, width: right, height: bottom };
}

interface Line {
  readonly ids: string[];
  width: number;
  /** Whether it begins a row. */
  readonly isFirst: boolean;
}

/** A row that would be far wider than the picture is high goes on below. */
function broken(row: readonly string[], width: (id: string) => number, most: number): readonly Line[] {
  const lines: Line[] = [];
  for (const id of row) {
    const last = lines.at(-1);
    if (last && last.width + gap + width(id) <= most) {
      last.ids.push(id);
      last.width += gap + width(id);
    } else lines.push({ ids: [id], width: width(id), isFirst: !last });
  }
  return lines;
}

/** The ids of each row, those that hang together near each other. */
function orderedRows(nodes: readonly DrawnNode[], edges: readonly Links[]): readonly (readonly string[])[] {
  const [ways, back] = [neighbours(edges, 'from', 'to'), neighbours(edges, 'to', 'from')];
  const ranks = ranksOf(nodes, ways);
  const rows = new Map<number, string[]>();
  for (const { id } of nodes) {
    const rank = ranks.get(id) ?? 0;
    const row = rows.get(rank);
    if (row) row.push(id);
    else rows.set(rank, [id]);
  }
  const full = [...rows].sort(([a], [b]) => a - b).map(([, row]) => row);
  const at = new Map<string, number>();
  const keep = (row: readonly string[]): void => {
    row.forEach((id, index) => at.set(id, index / row.length));
  };
  full.forEach(keep);
  for (let sweep = 0; sweep < sweeps; sweep++) {
    const isDown = sweep % 2 === 0;
    for (const row of isDown ? full : full.toReversed()) {
      const near = isDown ? back : ways;
      const middle = new Map(
        row.map((id) => [id, mean((near.get(id) ?? []).map((one) => at.get(one) ?? 0)) ?? at.get(id) ?? 0]),
      );
      row.sort((a, b) => (middle.get(a) ?? 0) - (middle.get(b) ?? 0));
      keep(row);
    }
  }
  return full;
}

function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, one) => sum + one, 0) / values.length;
}

function neighbours(edges: readonly Links[], near: 'from' | 'to', far: 'from' | 'to'): ReadonlyMap<string, string[]> {
  const found = new Map<string, string[]>();
  for (const edge of edges) {
    if (edge.from === edge.to) continue;
    const known = found.get(edge[near]);
    if (known) known.push(edge[far]);
    else found.set(edge[near], [edge[far]]);
  }
  return found;
}

/**
 * How far down each node is: by the longest way to it, an edge that closes a circle counts for none. Where much of the graph is one
 * circle, that would be a tower: then by the shortest way.
 */
function ranksOf(
  nodes: readonly DrawnNode[],
  ways: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const order = finished(nodes, ways).reverse();
  const place = new Map(order.map((id, index) => [id, index]));
  const ranks = new Map(order.map((id) => [id, 0]));
  let deepest = 0;
  for (const id of order)
    for (const next of ways.get(id) ?? []) {
      if ((place.get(next) ?? -1) <= (place.get(id) ?? 0)) continue;
      const rank = Math.max(ranks.get(next) ?? 0, (ranks.get(id) ?? 0) + 1);
      ranks.set(next, rank);
      deepest = Math.max(deepest, rank);
    }
  return deepest > 2 * Math.sqrt(nodes.length) + 10 ? shortestRanks(order, ways) : ranks;
}

/** From the nodes that nothing leads to; then from what these do not reach. */
function shortestRanks(
  order: readonly string[],
  ways: ReadonlyMap<string, readonly string[]>,
): ReadonlyMap<string, number> {
  const reached = new Set([...ways.values()].flat());
  const ranks = new Map<string, number>();
  const waiting: string[] = [];
  const put = (id: string, rank: number): void => {
    if (ranks.has(id)) return;
    ranks.set(id, rank);
    waiting.push(id);
  };
  const spread = (): void => {
    for (const id of waiting) for (const next of ways.get(id) ?? []) put(next, (ranks.get(id) ?? 0) + 1);
    waiting.length = 0;
  };
  for (const id of order) if (!reached.has(id)) put(id, 0);
  spread();
  for (const id of order) {
    put(id, 0);
    spread();
  }
  return ranks;
}

/** In the order in which a walk in depth leaves the nodes; without recursion, as chains of calls are long. */
function finished(nodes: readonly DrawnNode[], ways: ReadonlyMap<string, readonly string[]>): string[] {
  const seen = new Set<string>();
  const left: string[] = [];
  for (const { id: start } of nodes) {
    if (seen.has(start)) continue;
    seen.add(start);
    const walk = [{ id: start, next: 0 }];
    for (let step = walk.at(-1); step; step = walk.at(-1)) {
      const to = ways.get(step.id)?.[step.next++];
      if (to === undefined) {
        left.push(step.id);
        walk.pop();
      } else if (!seen.has(to)) {
        seen.add(to);
        walk.push({ id: to, next: 0 });
      }
    }
  }
  return left;
}
