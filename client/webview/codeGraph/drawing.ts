import cytoscape from 'cytoscape';
import type { CodeGraph, GraphNode } from '../../src/codeGraph/codeGraphMessages.js';
import { type Layout, layOut, nodeHeight } from './layout.js';
import { readPalette } from './palette.js';
import { svgOf } from './svg.js';

/** A graph on the page. Nodes are named by their ids. */
export interface Drawing {
  readonly show: (graph: CodeGraph) => void;
  readonly selected: () => GraphNode | undefined;
  /** Selects a node, and brings it into sight. */
  readonly select: (id: string) => void;
  /** Selects the nearest node in a direction; the first one where none is selected. */
  readonly step: (dx: number, dy: number) => void;
  readonly mark: (ids: ReadonlySet<string>) => void;
  readonly zoomBy: (factor: number) => void;
  readonly fit: () => void;
  readonly recolour: () => void;
  readonly svg: () => string;
  /** In base 64. */
  readonly png: () => string;
}

interface Handlers {
  readonly onSelect: (node: GraphNode) => void;
  readonly onOpen: (node: GraphNode) => void;
}

/** More are drawn as a picture that moves while the view does: edges are what takes long. */
const mostLively = 400;
/** A few nodes do not fill the page. */
const mostFitted = 1.5;
/** A larger picture takes a browser long, and some refuse it. */
const mostPixels = 12_000_000;

export function createDrawing(container: HTMLElement, { onSelect, onOpen }: Handlers): Drawing {
  let graph: CodeGraph = { root: '', nodes: [], edges: [] };
  let byId: ReadonlyMap<string, GraphNode> = new Map();
  let layout: Layout = { nodes: [], groups: [] };
  let core = empty(container, 0);
  let current: string | undefined;
  new ResizeObserver(() => core.resize()).observe(container);

  const select = (id: string): void => {
    const node = byId.get(id);
    if (!node) return;
    current = id;
    core.elements('.selected').removeClass('selected');
    const found = core.getElementById(nodeId(id));
    found.addClass('selected');
    found.connectedEdges().addClass('selected');
    const { x1, x2, y1, y2 } = found.renderedBoundingBox();
    if (x1 < 0 || y1 < 0 || x2 > core.width() || y2 > core.height()) core.center(found);
    onSelect(node);
  };

  const step = (dx: number, dy: number): void => {
    const from = layout.nodes.find(({ id }) => id === current);
    const next = from ? nearest(layout, from, dx, dy) : topmost(layout);
    if (next) select(next.id);
  };

  const fit = (): void => {
    core.fit(undefined, 30);
    if (core.zoom() <= mostFitted) return;
    core.zoom(mostFitted);
    core.center();
  };

  const draw = (): void => {
    core.destroy();
    core = empty(container, graph.nodes.length);
    core.style(styles());
    core.add(elementsOf(graph, layout));
    core.on('tap', 'node[kind]', ({ target }: cytoscape.EventObjectNode) => {
      const id: unknown = target.data('own');
      const node = typeof id === 'string' ? byId.get(id) : undefined;
      if (!node) return;
      select(node.id);
      onOpen(node);
    });
    fit();
  };

  return {
    show: (next) => {
      graph = next;
      byId = new Map(next.nodes.map((node) => [node.id, node]));
      layout = layOut(next.nodes, next.edges, measure());
      current = undefined;
      draw();
    },
    selected: () => (current === undefined ? undefined : byId.get(current)),
    select,
    step,
    mark: (ids) => {
      core.batch(() => {
        core.elements('.match').removeClass('match');
        for (const id of ids) core.getElementById(nodeId(id)).addClass('match');
      });
    },
    zoomBy: (factor) => {
      core.zoom({ level: core.zoom() * factor, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
    },
    fit,
    recolour: () => core.style(styles()),
    svg: () => svgOf(graph, layout.nodes, layout.groups, readPalette()),
    png: () => pngOf(core),
  };
}

/** Ids of groups are numbers, so that no node of the same name gets in their way. */
const nodeId = (id: string): string => `n ${id}`;

function empty(container: HTMLElement, nodes: number): cytoscape.Core {
  const isLarge = nodes > mostLively;
  return cytoscape({
    container,
    layout: { name: 'preset' },
    minZoom: 0.01,
    maxZoom: 4,
    textureOnViewport: isLarge,
    hideEdgesOnViewport: isLarge,
    pixelRatio: isLarge ? 1 : 'auto',
    autoungrabify: true,
    boxSelectionEnabled: false,
    autounselectify: true,
  });
}

function elementsOf({ nodes, edges }: CodeGraph, layout: Layout): cytoscape.ElementDefinition[] {
  const places = new Map(layout.nodes.map((one) => [one.id, one]));
  return [
    ...layout.groups.map(({ name, left, top, width, height }, at) => ({
      group: 'nodes' as const,
      data: { id: `g ${String(at)}`, label: name, width, height },
      position: { x: left + width / 2, y: top + height / 2 },
      classes: 'group',
      selectable: false,
    })),
    ...nodes.map(({ id, label, kind }) => {
      const { x = 0, y = 0, width = 0 } = places.get(id) ?? {};
      return { group: 'nodes' as const, data: { id: nodeId(id), own: id, label, kind, width }, position: { x, y } };
    }),
    ...edges
      .filter(({ from, to }) => places.has(from) && places.has(to) && from !== to)
      .map(({ from, to, count, byName, against }) => ({
        group: 'edges' as const,
        data: { source: nodeId(from), target: nodeId(to), label: count === undefined ? '' : String(count) },
        classes: [...(byName ? ['byName'] : []), ...(against ? ['against'] : [])],
      })),
  ];
}

function styles(): cytoscape.StylesheetJson {
  const { fill, text, edge, group, selected, match, against, kinds } = readPalette();
  return [
    {
      selector: 'node',
      style: {
        shape: 'rectangle',
        width: 'data(width)',
        height: nodeHeight,
        'background-color': fill,
        'border-width': 1.5,
        color: text,
        label: 'data(label)',
        'font-size': 12,
        'text-valign': 'center',
        'min-zoomed-font-size': 6,
      },
    },
    ...Object.entries(kinds).map(([kind, colour]) => ({
      selector: `node[kind = "${kind}"]`,
      style: { 'border-color': colour },
    })),
    {
      selector: 'node.group',
      style: {
        height: 'data(height)',
        'background-opacity': 0,
        'border-color': group,
        'border-width': 1,
        'text-valign': 'top',
        'text-margin-y': 20,
        events: 'no',
        'z-index': 0,
      },
    },
    {
      selector: 'edge',
      style: {
        width: 1,
        'curve-style': 'straight',
        'line-color': edge,
        'target-arrow-color': edge,
        'target-arrow-shape': 'triangle',
        'arrow-scale': 0.8,
        opacity: 0.6,
        label: 'data(label)',
        color: text,
        'font-size': 11,
        events: 'no',
      },
    },
    { selector: 'edge.byName', style: { 'line-style': 'dashed' } },
    { selector: 'edge.against', style: { 'line-color': against, 'target-arrow-color': against, opacity: 1 } },
    { selector: 'node.match', style: { 'border-color': match, 'border-width': 4 } },
    { selector: 'node.selected', style: { 'border-color': selected, 'border-width': 4 } },
    {
      selector: 'edge.selected',
      style: { 'line-color': selected, 'target-arrow-color': selected, opacity: 1, width: 2 },
    },
  ];
}

/** How wide a node has to be for its label. */
function measure(): (node: GraphNode) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = '12px Helvetica Neue, Helvetica, sans-serif';
  return ({ label }) => Math.max(40, Math.ceil(context?.measureText(label).width ?? label.length * 7) + 20);
}

function pngOf(core: cytoscape.Core): string {
  const { w, h } = core.elements().boundingBox();
  const scale = Math.min(2, Math.sqrt(mostPixels / Math.max(w * h, 1)));
  return core.png({ output: 'base64', full: true, scale, bg: readPalette().background });
}

function topmost({ nodes }: Layout): Layout['nodes'][number] | undefined {
  let best = nodes[0];
  for (const one of nodes) if (best && one.y < best.y) best = one;
  return best;
}

/** What is off the direction counts twice. */
function nearest(
  { nodes }: Layout,
  from: Layout['nodes'][number],
  dx: number,
  dy: number,
): Layout['nodes'][number] | undefined {
  let [best, least]: [Layout['nodes'][number] | undefined, number] = [undefined, Infinity];
  for (const one of nodes) {
    const ahead = (one.x - from.x) * dx + (one.y - from.y) * dy;
    const aside = Math.abs((one.x - from.x) * dy) + Math.abs((one.y - from.y) * dx);
    if (one === from || ahead <= 0 || ahead + 2 * aside >= least) continue;
    [best, least] = [one, ahead + 2 * aside];
  }
  return best;
}
