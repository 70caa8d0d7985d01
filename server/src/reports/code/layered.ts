import { escapeHtml } from '../../base/escapeHtml.js';
import type { CodeView } from '../../trace/codeGraph/codeView.js';

const width = 168;
const height = 30;
const gapX = 24;
const gapY = 46;
const mostLabel = 24;

/**
 * A small graph as SVG: nodes in rows, what is used below what uses it, each row ordered by what is above it. For graphs that fit a
 * page; larger ones are tables.
 */
export function layeredSvg({ nodes, edges }: Pick<CodeView, 'nodes' | 'edges'>, title: string): string {
  const rows = rowsOf(
    nodes.map(({ id }) => id),
    edges,
  );
  const place = new Map<string, { readonly x: number; readonly y: number }>();
  rows.forEach((row, y) => {
    const above = (id: string): number => {
      const xs = edges.flatMap(({ from, to }) => (to === id ? (place.get(from)?.x ?? []) : []));
      return xs.length === 0 ? 0 : xs.reduce((sum, x) => sum + x, 0) / xs.length;
    };
    const sorted = y === 0 ? row : [...row].sort((a, b) => above(a) - above(b) || (a < b ? -1 : 1));
    sorted.forEach((id, x) => place.set(id, { x: x * (width + gapX), y: y * (height + gapY) }));
  });
  const wide = Math.max(1, ...rows.map((row) => row.length)) * (width + gapX) - gapX;
  const high = Math.max(1, rows.length) * (height + gapY) - gapY;
  const lines = edges.flatMap(({ from, to, count }) => {
    const [a, b] = [place.get(from), place.get(to)];
    if (!a || !b) return [];
    const [x1, y1, x2, y2] = [a.x + width / 2, a.y + height, b.x + width / 2, b.y].map(Math.round);
    return `<path d="M${x1} ${y1}C${x1} ${(y1 ?? 0) + 24} ${x2} ${(y2 ?? 0) - 24} ${x2} ${y2}"${count === undefined ? '' : ` stroke-width="${Math.min(6, 1 + Math.log2(count)).toFixed(1)}"`}/>`;
  });
  const boxes = nodes.flatMap(({ id, label, path }) => {
    const at = place.get(id);
    if (!at) return [];
    const shown = label.length > mostLabel ? `…${label.slice(1 - mostLabel)}` : label;
    return `<g transform="translate(${at.x} ${at.y})"><title>${escapeHtml(path)}</title><rect width="${width}" height="${height}" rx="4"/><text x="${width / 2}" y="20">${escapeHtml(shown)}</text></g>`;
  });
  return `<svg role="img" aria-label="${escapeHtml(title)}" viewBox="-4 -4 ${wide + 8} ${high + 8}" width="${wide + 8}">${lines.join('')}${boxes.join('')}</svg>`;
}

/** By the longest way to a node; what is in a circle is where it is met first. */
function rowsOf(ids: readonly string[], edges: CodeView['edges']): readonly (readonly string[])[] {
  const users = new Map(ids.map((id): [string, string[]] => [id, []]));
  for (const { from, to } of edges) if (from !== to) users.get(to)?.push(from);
  const depth = new Map<string, number>();
  const depthOf = (id: string, open: ReadonlySet<string>): number => {
    const known = depth.get(id);
    if (known !== undefined) return known;
    const way = new Set(open).add(id);
    const above = (users.get(id) ?? []).filter((one) => !way.has(one) && users.has(one));
    const found = above.length === 0 ? 0 : 1 + Math.max(...above.map((one) => depthOf(one, way)));
    if (open.size === 0) depth.set(id, found);
    return found;
  };
  const rows: string[][] = [];
  for (const id of ids) (rows[depthOf(id, new Set())] ??= []).push(id);
  return Array.from(rows, (row: readonly string[] | undefined) => row ?? []).filter((row) => row.length > 0);
}
