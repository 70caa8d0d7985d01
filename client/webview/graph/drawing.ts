import cytoscape from 'cytoscape';
import type { DrawnEdge, DrawnGraph, DrawnNode } from './graph.js';
import { type Layout, layOut, nodeHeight } from './layout.js';
import { readPalette } from './palette.js';
import { svgOf } from './svg.js';

/** A graph on the page. Nodes are named by their ids. */
export interface Drawing {
  readonly show: (graph: DrawnGraph) => void;
  /** Draws what has changed; where the same nodes are there, each stays where it is. */
  readonly update: (graph: DrawnGraph) => void;
  readonly selected: () => string | undefined;
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

export interface DrawingOptions {
  /** The colours of the editor by what a node is, such as `charts-blue`. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** More are drawn as a picture that moves while the view does: edges are what takes long. */
const mostLively = 400;
/** A few nodes do not fill the page. */
const mostFitted = 1.5;
/** A larger picture takes a browser long, and some refuse it. */
const mostPixels = 12_000_000;

export function createDrawing(container: HTMLElement, { kinds, onSelect, onOpen }: DrawingOptions): Drawing {
  let graph: DrawnGraph = { nodes: [], edges: [] };
  let byId: ReadonlyMap<string, DrawnNode> = new Map();
  let layout: Layout = { nodes: [], groups: [] };
  let core = empty(container, 0);
  let current: string | undefined;
  new ResizeObserver(() => core.resize()).observe(container);

  const select = (id: string): void => {
    if (!byId.has(id)) return;
    current = id;
    core.elements('.selected').removeClass('selected');
    const found = core.getElementById(nodeId(id));
    found.addClass('selected');
    found.connectedEdges().addClass('selected');
    const { x1, x2, y1, y2 } = found.renderedBoundingBox();
    if (x1 < 0 || y1 < 0 || x2 > core.width() || y2 > core.height()) core.center(found);
    onSelect(id);
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

  const show = (next: DrawnGraph): void => {
    graph = next;
    byId = new Map(next.nodes.map((node) => [node.id, node]));
    layout = layOut(next.nodes, next.edges, measure());
    current = undefined;
    core.destroy();
    core = empty(container, next.nodes.length);
    core.style(styles(kinds));
    core.add(elementsOf(next, layout));
    if (next.nodes.length > mostLively) core.edges().addClass('large');
    onTap(core, (id) => {
      select(id);
      onOpen(id);
    });
    fit();
  };

  return {
    show,
    update: (next) => {
      if (!hasSameNodes(graph, next)) {
        show(next);
        return;
      }
      const before = graph;
      graph = next;
      byId = new Map(next.nodes.map((node) => [node.id, node]));
      redraw(core, before, next, current);
    },
    selected: () => current,
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
    recolour: () => core.style(styles(kinds)),
    svg: () => svgOf(graph, layout.nodes, layout.groups, readPalette(kinds)),
    png: () => pngOf(core, readPalette(kinds).background),
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

function onTap(core: cytoscape.Core, use: (id: string) => void): void {
  core.on('tap', 'node[kind]', ({ target }: cytoscape.EventObjectNode) => {
    const id: unknown = target.data('own');
    if (typeof id === 'string') use(id);
  });
}

function elementsOf({ nodes, edges }: DrawnGraph, layout: Layout): cytoscape.ElementDefinition[] {
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
    ...edgesOf(edges, (id) => places.has(id)),
  ];
}

/** The edges that can be drawn; two that are the same are one. */
function edgesOf(edges: readonly DrawnEdge[], isThere: (id: string) => boolean): cytoscape.ElementDefinition[] {
  const possible = edges.filter(({ from, to }) => isThere(from) && isThere(to) && from !== to);
  return [...byEdgeId(possible)].map(([id, { from, to, label = '', dashed, alarming }]) => ({
    group: 'edges' as const,
    data: { id, source: nodeId(from), target: nodeId(to), label },
    classes: [...(dashed ? ['dashed'] : []), ...(alarming ? ['alarming'] : [])],
  }));
}

function byEdgeId(edges: readonly DrawnEdge[]): ReadonlyMap<string, DrawnEdge> {
  return new Map(
    edges.map((edge) => {
      const { from, to, label = '', dashed = false, alarming = false } = edge;
      return [['e', from, to, label, dashed, alarming].join('\0'), edge];
    }),
  );
}

function hasSameNodes({ nodes: before }: DrawnGraph, { nodes: after }: DrawnGraph): boolean {
  return (
    before.length === after.length &&
    after.every(({ id, group }, at) => id === before[at]?.id && group === before[at].group)
  );
}

/** Draws what two graphs of the same nodes differ in. */
function redraw(core: cytoscape.Core, before: DrawnGraph, after: DrawnGraph, selected: string | undefined): void {
  core.batch(() => {
    after.nodes.forEach(({ id, label, kind }, at) => {
      const old = before.nodes[at];
      if (old?.label !== label || old.kind !== kind) core.getElementById(nodeId(id)).data({ label, kind });
    });
    const [old, now] = [byEdgeId(before.edges), byEdgeId(after.edges)];
    for (const id of old.keys()) if (!now.has(id)) core.getElementById(id).remove();
    const isNew = [...now].flatMap(([id, edge]) => (old.has(id) ? [] : [edge]));
    const added = core.add(edgesOf(isNew, (id) => core.getElementById(nodeId(id)).nonempty()));
    if (after.nodes.length > mostLively) added.addClass('large');
    if (selected !== undefined) added.edgesWith(core.getElementById(nodeId(selected))).addClass('selected');
  });
}

function styles(colours: Readonly<Record<string, string>>): cytoscape.StylesheetJson {
  const { background, fill, text, edge, group, selected, match, against, kinds } = readPalette(colours);
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
        // Lines from other groups pass behind the title.
        'z-compound-depth': 'top',
        'text-background-color': background,
        'text-background-opacity': 1,
        'text-background-padding': '3px',
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
    // Among so many, heads of arrows are a blur that takes most of the time.
    {
      selector: 'edge.large',
      style: { 'curve-style': 'haystack', 'haystack-radius': 0, 'target-arrow-shape': 'none', opacity: 1 },
    },
    { selector: 'edge.dashed', style: { 'line-style': 'dashed' } },
    { selector: 'edge.alarming', style: { 'line-color': against, 'target-arrow-color': against, opacity: 1 } },
    { selector: 'node.match', style: { 'border-color': match, 'border-width': 4 } },
    { selector: 'node.selected', style: { 'border-color': selected, 'border-width': 4 } },
    {
      selector: 'edge.selected',
      style: { 'line-color': selected, 'target-arrow-color': selected, opacity: 1, width: 2 },
    },
  ];
}

/** How wide a node has to be for its label. */
function measure(): (node: DrawnNode) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = '12px Helvetica Neue, Helvetica, sans-serif';
  return ({ label }) => Math.max(40, Math.ceil(context?.measureText(label).width ?? label.length * 7) + 20);
}

function pngOf(core: cytoscape.Core, background: string): string {
  const { w, h } = core.elements().boundingBox();
  const scale = Math.min(2, Math.sqrt(mostPixels / Math.max(w * h, 1)));
  return core.png({ output: 'base64', full: true, scale, bg: background });
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
