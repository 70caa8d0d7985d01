import { element } from '../element.js';
import type { DrawnEdge, DrawnNode } from './graph.js';
import { borderPoint, nodeHeight, type Placed } from './layout.js';
import type { Palette } from './palette.js';

/** What is drawn above the graph, and where the graph is. */
export interface Marks {
  readonly pan: { readonly x: number; readonly y: number };
  readonly zoom: number;
  readonly places: ReadonlyMap<string, Placed>;
  readonly edges: readonly DrawnEdge[];
  readonly selected: string | undefined;
  readonly matches: ReadonlySet<string>;
  /** Nodes that look different from what the graph below shows. */
  readonly changed: ReadonlyMap<string, DrawnNode>;
  readonly palette: Palette;
}

export const font = '12px Helvetica Neue, Helvetica, sans-serif';
/** Smaller text is a blur. */
export const smallestText = 6;
const headLength = 9;

/**
 * A canvas above the graph for what changes often: if one node changes, the whole graph is painted again, which takes a tenth of a
 * second for thousands of nodes.
 */
export class Overlay {
  readonly #canvas = element('canvas', { class: 'overlay', 'aria-hidden': 'true' });
  readonly #container: HTMLElement;

  constructor(container: HTMLElement) {
    this.#container = container;
    container.append(this.#canvas);
  }

  paint({ pan, zoom, places, edges, selected, matches, changed, palette }: Marks): void {
    const context = this.#cleared();
    if (!context) return;
    const scale = zoom * devicePixelRatio;
    context.setTransform(scale, 0, 0, scale, pan.x * devicePixelRatio, pan.y * devicePixelRatio);
    context.font = font;
    for (const [id, node] of changed) paintNode(context, places.get(id), node, palette, 12 * zoom >= smallestText);
    for (const id of matches) outline(context, places.get(id), palette.match, 4);
    if (selected === undefined) return;
    for (const { from, to } of edges)
      if (from !== to && (from === selected || to === selected))
        paintArrow(context, places.get(from), places.get(to), palette.selected);
    outline(context, places.get(selected), palette.selected, 4);
  }

  /** Its context, with nothing on it, as large as what it is above. */
  #cleared(): CanvasRenderingContext2D | null {
    const width = Math.round(this.#container.clientWidth * devicePixelRatio);
    const height = Math.round(this.#container.clientHeight * devicePixelRatio);
    if (this.#canvas.width !== width) this.#canvas.width = width;
    if (this.#canvas.height !== height) this.#canvas.height = height;
    const context = this.#canvas.getContext('2d');
    context?.resetTransform();
    context?.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    return context;
  }
}

function paintNode(
  context: CanvasRenderingContext2D,
  place: Placed | undefined,
  { label, kind }: DrawnNode,
  palette: Palette,
  hasText: boolean,
): void {
  if (!place) return;
  const [left, top] = [place.x - place.width / 2, place.y - nodeHeight / 2];
  context.fillStyle = palette.fill;
  context.fillRect(left, top, place.width, nodeHeight);
  outline(context, place, palette.kinds[kind] ?? palette.text, 1.5);
  if (!hasText) return;
  context.fillStyle = palette.text;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(label, place.x, place.y);
}

function outline(context: CanvasRenderingContext2D, place: Placed | undefined, colour: string, width: number): void {
  if (!place) return;
  context.lineWidth = width;
  context.strokeStyle = colour;
  context.strokeRect(place.x - place.width / 2, place.y - nodeHeight / 2, place.width, nodeHeight);
}

function paintArrow(
  context: CanvasRenderingContext2D,
  from: Placed | undefined,
  to: Placed | undefined,
  colour: string,
): void {
  if (!from || !to) return;
  const [start, end] = [borderPoint(from, to), borderPoint(to, from)];
  const angle = Math.atan2(end.y - start.y, end.x - start.x);
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 2;
  context.beginPath();
  context.moveTo(start.x, start.y);
  context.lineTo(end.x, end.y);
  context.stroke();
  context.beginPath();
  context.moveTo(end.x, end.y);
  for (const side of [-0.4, 0.4])
    context.lineTo(end.x - headLength * Math.cos(angle + side), end.y - headLength * Math.sin(angle + side));
  context.fill();
}
