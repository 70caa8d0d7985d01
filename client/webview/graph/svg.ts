import type { DrawnGraph } from './graph.js';
import { borderPoint, type GroupBox, nodeHeight, type Placed } from './layout.js';
import type { Palette } from './palette.js';

const margin = 20;

/** The graph as a file of its own: shapes and text, in the colours of the page. */
export function svgOf(
  { nodes, edges }: DrawnGraph,
  placed: readonly Placed[],
  groups: readonly GroupBox[],
  palette: Palette,
): string {
  const at = new Map(placed.map((one) => [one.id, one]));
  const right = Math.max(
    0,
    ...placed.map(({ x, width }) => x + width / 2),
    ...groups.map(({ left, width }) => left + width),
  );
  const bottom = Math.max(
    0,
    ...placed.map(({ y }) => y + nodeHeight / 2),
    ...groups.map(({ top, height }) => top + height),
  );
  const [width, height] = [right + 2 * margin, bottom + 2 * margin];
  const text = `fill="${palette.text}" font-family="sans-serif" font-size="12"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${round(width)}" height="${round(height)}" viewBox="${-margin} ${-margin} ${round(width)} ${round(height)}">`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0 8 4 0 8Z" fill="${palette.edge}"/></marker></defs>`,
    `<rect x="${-margin}" y="${-margin}" width="100%" height="100%" fill="${palette.background}"/>`,
    ...groups.map(
      ({ left, top, width: wide, height: high }) =>
        `<rect x="${round(left)}" y="${round(top)}" width="${round(wide)}" height="${round(high)}" fill="none" stroke="${palette.group}"/>`,
    ),
    ...edges.flatMap(({ from, to, dashed }) => {
      const [start, end] = [at.get(from), at.get(to)];
      if (!start || !end || start === end) return [];
      const ends = [borderPoint(start, end), borderPoint(end, start)];
      const points = ends.map(({ x, y }) => `${round(x)} ${round(y)}`).join(' ');
      const dashes = dashed ? ' stroke-dasharray="4 3"' : '';
      return [`<path d="M${points}" stroke="${palette.edge}"${dashes} marker-end="url(#arrow)"/>`];
    }),
    // Lines from other groups pass behind the title.
    ...groups.map(
      ({ name, left, top }) =>
        `<text x="${round(left + 8)}" y="${round(top + 16)}" ${text} paint-order="stroke" stroke="${palette.background}" stroke-width="4">${escaped(name)}</text>`,
    ),
    ...nodes.flatMap((node) => {
      const place = at.get(node.id);
      if (!place) return [];
      const [left, top] = [place.x - place.width / 2, place.y - nodeHeight / 2];
      return [
        `<g><title>${escaped(node.title ?? node.id)}</title><rect x="${round(left)}" y="${round(top)}" width="${round(place.width)}" height="${nodeHeight}" rx="3" fill="${palette.fill}" stroke="${palette.kinds[node.kind] ?? palette.text}"/><text x="${round(place.x)}" y="${round(place.y + 4)}" text-anchor="middle" ${text}>${escaped(node.label)}</text></g>`,
      ];
    }),
    '</svg>',
    '',
  ].join('\n');
}

function round(value: number): string {
  return String(Math.round(value * 10) / 10);
}

function escaped(text: string): string {
  return text
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('"', '&quot;');
}
