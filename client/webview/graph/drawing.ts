import cytoscape from 'cytoscape';
import { element } from '../element.js';
import type { DrawnEdge, DrawnGraph, DrawnNode } from './graph.js';
import { type Layout, layOut, type Placed } from './layout.js';
import { font, Overlay } from './overlay.js';
import { type Palette, readPalette } from './palette.js';
import { styles } from './styles.js';
import { svgOf } from './svg.js';

/** A graph on the page. Nodes are named by their ids. */
export interface Drawing {
  show(graph: DrawnGraph): void;
  /** Draws what has changed; where the same nodes are there, each stays where it is. */
  update(graph: DrawnGraph): void;
  selected(): string | undefined;
  /** Selects a node, and brings it into sight. */
  select(id: string): void;
  /** Selects the nearest node in a direction; the first one where none is selected. */
  step(dx: number, dy: number): void;
  mark(ids: ReadonlySet<string>): void;
  zoomBy(factor: number): void;
  fit(): void;
  recolour(): void;
  svg(): string;
  /** In base 64. */
  png(): string;
}

export interface DrawingOptions {
  /** The colours of the editor by what a node is, such as `charts-blue`. */
  readonly kinds: Readonly<Record<string, string>>;
  readonly onSelect: (id: string) => void;
  readonly onOpen: (id: string) => void;
}

/** More are drawn as a picture that moves while the view does: edges are what takes long. */
const mostLively = 400;
/** So many nodes that have changed are drawn above the graph; more are drawn with it. */
const mostAbove = 100;
/** A few nodes do not fill the page. */
const mostFitted = 1.5;
/** A larger picture takes a browser long, and some refuse it. */
const mostPixels = 12_000_000;

export function createDrawing(container: HTMLElement, options: DrawingOptions): Drawing {
  return new GraphDrawing(container, options);
}

class GraphDrawing implements Drawing {
  readonly #options: DrawingOptions;
  readonly #below = element('div', { class: 'graph' });
  readonly #overlay: Overlay;
  readonly #changed = new Map<string, DrawnNode>();
  #graph: DrawnGraph = { nodes: [], edges: [] };
  #layout: Layout = { nodes: [], groups: [] };
  #places: ReadonlyMap<string, Placed> = new Map();
  #matches: ReadonlySet<string> = new Set();
  #selected: string | undefined;
  #palette: Palette;
  #core: cytoscape.Core;

  constructor(container: HTMLElement, options: DrawingOptions) {
    this.#options = options;
    this.#palette = readPalette(options.kinds);
    container.append(this.#below);
    this.#overlay = new Overlay(container);
    this.#core = this.#begin();
    new ResizeObserver(() => this.#core.resize()).observe(container);
  }

  show(next: DrawnGraph): void {
    this.#graph = next;
    this.#layout = layOut(next.nodes, next.edges, measure());
    this.#places = new Map(this.#layout.nodes.map((place) => [place.id, place]));
    [this.#selected, this.#matches] = [undefined, new Set()];
    this.#changed.clear();
    this.#core.destroy();
    this.#core = this.#begin();
    this.#core.style(styles(this.#palette));
    this.#core.add(elementsOf(next, this.#layout));
    if (next.nodes.length > mostLively) this.#core.edges().addClass('large');
    this.fit();
  }

  update(next: DrawnGraph): void {
    const before = this.#graph;
    if (!hasSameNodes(before, next)) {
      this.show(next);
      return;
    }
    this.#graph = next;
    next.nodes.forEach((node, at) => {
      const old = before.nodes[at];
      if (old?.label !== node.label || old.kind !== node.kind) this.#changed.set(node.id, node);
    });
    if (this.#changed.size > mostAbove) this.#settle();
    redrawEdges(this.#core, before, next);
    this.#paint();
  }

  selected(): string | undefined {
    return this.#selected;
  }

  select(id: string): void {
    if (!this.#places.has(id)) return;
    this.#selected = id;
    this.#paint();
    const found = this.#core.getElementById(nodeId(id));
    const { x1, x2, y1, y2 } = found.renderedBoundingBox();
    if (x1 < 0 || y1 < 0 || x2 > this.#core.width() || y2 > this.#core.height()) this.#core.center(found);
    this.#options.onSelect(id);
  }

  step(dx: number, dy: number): void {
    const from = this.#places.get(this.#selected ?? '');
    const next = from ? nearest(this.#layout, from, dx, dy) : topmost(this.#layout);
    if (next) this.select(next.id);
  }

  mark(ids: ReadonlySet<string>): void {
    this.#matches = ids;
    this.#paint();
  }

  zoomBy(factor: number): void {
    const core = this.#core;
    core.zoom({ level: core.zoom() * factor, renderedPosition: { x: core.width() / 2, y: core.height() / 2 } });
  }

  fit(): void {
    this.#core.fit(undefined, 30);
    if (this.#core.zoom() <= mostFitted) return;
    this.#core.zoom(mostFitted);
    this.#core.center();
  }

  recolour(): void {
    this.#palette = readPalette(this.#options.kinds);
    this.#core.style(styles(this.#palette));
    this.#paint();
  }

  svg(): string {
    return svgOf(this.#graph, this.#layout.nodes, this.#layout.groups, this.#palette);
  }

  png(): string {
    this.#settle();
    return pngOf(this.#core, this.#palette.background);
  }

  #begin(): cytoscape.Core {
    const core = empty(this.#below, this.#graph.nodes.length);
    core.on('render', () => {
      this.#paint();
    });
    onTap(core, (id) => {
      this.select(id);
      this.#options.onOpen(id);
    });
    return core;
  }

  #paint(): void {
    this.#overlay.paint({
      pan: this.#core.pan(),
      zoom: this.#core.zoom(),
      places: this.#places,
      edges: this.#graph.edges,
      selected: this.#selected,
      matches: this.#matches,
      changed: this.#changed,
      palette: this.#palette,
    });
  }

  /** Has the graph itself show what was drawn above it. */
  #settle(): void {
    this.#core.batch(() => {
      for (const [id, { label, kind }] of this.#changed) this.#core.getElementById(nodeId(id)).data({ label, kind });
    });
    this.#changed.clear();
  }
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

function hasSameEdges({ edges: before }: DrawnGraph, { edges: after }: DrawnGraph): boolean {
  return (
    before.length === after.length &&
    after.every(({ from, to, label, dashed, alarming }, at) => {
      const old = before[at];
      return (
        old?.from === from && old.to === to && old.label === label && old.dashed === dashed && old.alarming === alarming
      );
    })
  );
}

/** Draws the edges in which two graphs of the same nodes differ. */
function redrawEdges(core: cytoscape.Core, before: DrawnGraph, after: DrawnGraph): void {
  if (hasSameEdges(before, after)) return;
  const [old, now] = [byEdgeId(before.edges), byEdgeId(after.edges)];
  const gone = [...old.keys()].filter((id) => !now.has(id));
  const isNew = [...now].flatMap(([id, edge]) => (old.has(id) ? [] : [edge]));
  core.batch(() => {
    for (const id of gone) core.getElementById(id).remove();
    const added = core.add(edgesOf(isNew, (id) => core.getElementById(nodeId(id)).nonempty()));
    if (after.nodes.length > mostLively) added.addClass('large');
  });
}

/** How wide a node has to be for its label. */
function measure(): (node: DrawnNode) => number {
  const context = document.createElement('canvas').getContext('2d');
  if (context) context.font = font;
  return ({ label }) => Math.max(40, Math.ceil(context?.measureText(label).width ?? label.length * 7) + 20);
}

function pngOf(core: cytoscape.Core, background: string): string {
  const { w, h } = core.elements().boundingBox();
  const scale = Math.min(2, Math.sqrt(mostPixels / Math.max(w * h, 1)));
  return core.png({ output: 'base64', full: true, scale, bg: background });
}

function topmost({ nodes }: Layout): Placed | undefined {
  let best = nodes[0];
  for (const one of nodes) if (best && one.y < best.y) best = one;
  return best;
}

/** What is off the direction counts twice. */
function nearest({ nodes }: Layout, from: Placed, dx: number, dy: number): Placed | undefined {
  let [best, least]: [Placed | undefined, number] = [undefined, Infinity];
  for (const one of nodes) {
    const ahead = (one.x - from.x) * dx + (one.y - from.y) * dy;
    const aside = Math.abs((one.x - from.x) * dy) + Math.abs((one.y - from.y) * dx);
    if (one === from || ahead <= 0 || ahead + 2 * aside >= least) continue;
    [best, least] = [one, ahead + 2 * aside];
  }
  return best;
}
