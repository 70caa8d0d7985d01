import { describe, expect, test } from 'vitest';
import { layOut, type Layout, nodeHeight, type Placed } from '../../../client/webview/graph/layout.js';
import { svgOf } from '../../../client/webview/graph/svg.js';
import type { DrawnEdge, DrawnNode } from '../../../client/webview/graph/graph.js';

const node = (id: string, group?: string): DrawnNode => ({
  id,
  kind: 'file',
  label: id,
  ...(group === undefined ? {} : { group }),
});
const edge = (from: string, to: string): DrawnEdge => ({ from, to });
const laidOut = (nodes: readonly DrawnNode[], edges: readonly DrawnEdge[]): Layout => layOut(nodes, edges, () => 100);
const placeOf = ({ nodes }: Layout, wanted: string): Placed => {
  const found = nodes.find(({ id }) => id === wanted);
  if (!found) throw new Error(`${wanted} has no place`);
  return found;
};

function meet(one: Placed, other: Placed): boolean {
  return Math.abs(one.x - other.x) < (one.width + other.width) / 2 && Math.abs(one.y - other.y) < nodeHeight;
}

describe('the layout of a graph', () => {
  test('has what is led to below what leads to it, by the longest way', () => {
    const layout = laidOut(
      ['c', 'b', 'a'].map((id) => node(id)),
      [edge('a', 'b'), edge('b', 'c'), edge('a', 'c')],
    );
    const [a, b, c] = ['a', 'b', 'c'].map((id) => placeOf(layout, id).y);
    expect(a).toBeLessThan(b ?? 0);
    expect(b).toBeLessThan(c ?? 0);
  });

  test('takes circles, and edges of a node to itself', () => {
    const nodes = ['a', 'b', 'c'].map((id) => node(id));
    const { nodes: placed } = laidOut(nodes, [edge('a', 'b'), edge('b', 'c'), edge('c', 'a'), edge('a', 'a')]);
    expect(new Set(placed.map(({ y }) => y)).size).toBe(3);
  });

  test('puts each group into a box of its own', () => {
    const layout = laidOut([node('a', 'one'), node('b', 'two'), node('c', 'two')], [edge('a', 'b')]);
    expect(layout.groups.map(({ name }) => name)).toEqual(['one', 'two']);
    const depths = ['Depth 10', 'Depth 2'].map((group, at) => node(`n${at}`, group));
    expect(laidOut(depths, []).groups.map(({ name }) => name)).toEqual(['Depth 2', 'Depth 10']);
    for (const [id, at] of [
      ['a', 0],
      ['b', 1],
      ['c', 1],
    ] as const) {
      const { x, y } = placeOf(layout, id);
      layout.groups.forEach(({ left, top, width, height }, index) => {
        expect(x > left && x < left + width && y > top && y < top + height, `${id} in ${index}`).toBe(index === at);
      });
    }
  });

  test('of 2,000 nodes puts none on another, is not much wider than high, and is always the same', () => {
    const nodes = Array.from({ length: 2_000 }, (_, at) => node(`n${at}`));
    const edges = nodes.flatMap((_, at) => [1, 7, 30].map((far) => edge(`n${at}`, `n${(at * far + far) % 2_000}`)));
    const layout = laidOut(nodes, edges);
    expect(layout.nodes).toHaveLength(2_000);
    const found = layout.nodes.filter((one, at) => layout.nodes.slice(at + 1).some((other) => meet(one, other)));
    expect(found).toEqual([]);
    const [right, bottom] = [Math.max(...layout.nodes.map(({ x }) => x)), Math.max(...layout.nodes.map(({ y }) => y))];
    expect(right / bottom).toBeGreaterThan(0.2);
    expect(right / bottom).toBeLessThan(4);
    expect(laidOut(nodes, edges)).toEqual(layout);
  });

  test('of a chain as long as a stack cannot hold is made', () => {
    const nodes = Array.from({ length: 20_000 }, (_, at) => node(`n${at}`));
    const chain = nodes.slice(1).map(({ id }, at) => edge(`n${at}`, id));
    expect(laidOut(nodes, chain).nodes).toHaveLength(20_000);
  });
});

test('a graph as SVG shows every node and edge, and text stays text', () => {
  const nodes = [node('a<b>&"c".ts', 'one'), node('d.ts', 'two')];
  const edges = [edge('a<b>&"c".ts', 'd.ts'), edge('d.ts', 'gone.ts')];
  const { nodes: placed, groups } = laidOut(nodes, edges);
  const colours = { background: '#fff', fill: '#eee', text: '#000', edge: '#888', group: '#ccc' };
  const kinds = { file: '#00f', test: '', class: '', function: '', module: '', item: '', commit: '' };
  const svg = svgOf({ nodes, edges }, placed, groups, { ...colours, selected: '', match: '', against: '', kinds });
  expect(svg.match(/<rect [^>]*rx=/gu)).toHaveLength(2);
  expect(svg.match(/marker-end/gu)).toHaveLength(1);
  expect(svg).toContain('>a&lt;b>&amp;&quot;c&quot;.ts</text>');
  expect(svg).not.toContain('<b>');
});
