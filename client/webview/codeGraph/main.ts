import {
  type AskedGraph,
  type CodeGraph,
  type GraphMessage,
  type GraphMode,
  type GraphNode,
  type GraphPageMessage,
  type GraphWords,
  modesWithStart,
  readAskedGraph,
  readGraphMessage,
} from '../../src/codeGraph/codeGraphMessages.js';
import { element } from '../element.js';
import { fill } from '../fill.js';
import type { DrawnGraph } from '../graph/graph.js';
import { createGraphPage } from '../graph/page.js';
import { createTools } from './tools.js';

declare function acquireVsCodeApi(): {
  postMessage(message: GraphPageMessage): void;
  getState(): unknown;
  setState(state: AskedGraph): void;
};

const editor = acquireVsCodeApi();
let words: GraphWords | undefined;
let graph: CodeGraph | undefined;
let matches: readonly string[] = [];
let matchAt = -1;

/** The colours of nodes, by what they are. */
const kinds: Readonly<Record<GraphNode['kind'], string>> = {
  file: 'charts-blue',
  test: 'charts-green',
  class: 'charts-orange',
  function: 'charts-purple',
  module: 'charts-yellow',
  item: 'charts-red',
  commit: 'descriptionForeground',
};

const heading = element('h1', { class: 'said' });
const status = element('p', { role: 'status', class: 'status' });
const said = element('p', { class: 'said', 'aria-live': 'polite' });
const notice = element('p', { class: 'notice' });
const { canvas, drawing } = createGraphPage(
  { kinds, onSelect: sayNode, onOpen: open },
  {
    Enter: () => {
      const node = drawing.selected();
      if (node !== undefined) open(node);
    },
    f: focusSelected,
  },
);
const tools = createTools({
  onDraw: draw,
  onSearch: search,
  onNextMatch: nextMatch,
  drawing,
  onExport: (format) => {
    editor.postMessage({ type: 'export', format, content: format === 'svg' ? drawing.svg() : drawing.png() });
  },
});
document.body.append(element('header', {}, heading, tools.form, status), element('main', {}, notice, canvas, said));
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  const message = readGraphMessage(data);
  if (message) receive(message);
});
editor.postMessage({ type: 'ready' });

function receive(message: GraphMessage): void {
  switch (message.type) {
    case 'begin':
      begin(message);
      return;
    case 'reading':
      status.textContent = words?.reading ?? '';
      document.body.setAttribute('aria-busy', 'true');
      return;
    case 'failed':
      showNotice(message.message);
      return;
    case 'graph':
      showGraph(message.graph);
  }
}

function begin({ words: own, folders, asked }: GraphMessage & { type: 'begin' }): void {
  words = own;
  heading.textContent = own.title;
  canvas.setAttribute('aria-label', own.keys);
  const kept = asked ?? readAskedGraph(editor.getState());
  const isFirst = !graph;
  const root = folders.find(({ uri }) => uri === kept?.root)?.uri ?? folders[0]?.uri;
  // An item's project may be below the folder that is open.
  const start: AskedGraph = { mode: 'file', start: '', ...kept, root: asked?.root ?? root ?? '' };
  tools.show(own, folders, start);
  if (asked || isFirst) draw(start);
}

function draw(asked: AskedGraph): void {
  if (!words) return;
  if (modesWithStart.has(asked.mode) && asked.start === '') {
    showNotice(words.startMissing);
    return;
  }
  editor.setState(asked);
  editor.postMessage({ type: 'draw', asked });
}

function showNotice(text: string): void {
  document.body.removeAttribute('aria-busy');
  notice.textContent = text;
  status.textContent = '';
}

function drawnGraph({ nodes, edges }: CodeGraph): DrawnGraph {
  return {
    nodes: nodes.map(({ id, label, kind, path, group }) => ({
      id,
      label,
      kind,
      ...(path === '' ? {} : { title: path }),
      ...(group === undefined ? {} : { group }),
    })),
    edges: edges.map(({ from, to, count, byName = false, against = false }) => ({
      from,
      to,
      ...(count === undefined ? {} : { label: String(count) }),
      dashed: byName,
      alarming: against,
    })),
  };
}

function nodeOf(id: string | undefined): GraphNode | undefined {
  return graph?.nodes.find((node) => node.id === id);
}

function showGraph(next: CodeGraph): void {
  if (!words) return;
  graph = next;
  showNotice(next.nodes.length === 0 ? words.nothing : '');
  drawing.show(drawnGraph(next));
  status.textContent = fill(words.summary, next.nodes.length, next.edges.length);
  search(tools.searched());
}

/** All that have the text in their label or path; the first ones first. */
function search(text: string): void {
  const plain = text.trim().toLowerCase();
  const found =
    plain === '' ? [] : (graph?.nodes ?? []).filter(({ id, label }) => `${id} ${label}`.toLowerCase().includes(plain));
  matches = found.map(({ id }) => id);
  matchAt = -1;
  drawing.mark(new Set(matches));
  tools.showMatches(plain === '' ? '' : countWords());
}

function countWords(): string {
  if (!words) return '';
  return matches.length === 0 ? words.noMatch : fill(words.matches, matchAt + 1, matches.length);
}

function nextMatch(by: 1 | -1): void {
  if (matches.length === 0) return;
  matchAt = (matchAt + by + matches.length) % matches.length;
  const id = matches[matchAt];
  if (id !== undefined) drawing.select(id);
  tools.showMatches(countWords());
}

function sayNode(id: string): void {
  const node = nodeOf(id);
  if (!words || !graph || !node) return;
  const { label, path } = node;
  const [ins, outs] = [graph.edges.filter(({ to }) => to === id), graph.edges.filter(({ from }) => from === id)];
  const text = fill(words.selected, label, path, ins.length, outs.length);
  said.textContent = text;
  status.textContent = text;
}

function open(node: string): void {
  editor.postMessage({ type: 'open', node });
}

/** What is around the selected node: its file, or what calls it. */
function focusSelected(): void {
  const node = nodeOf(drawing.selected());
  if (!node || node.kind === 'commit' || node.path === '') return;
  const mode: GraphMode = node.kind === 'function' ? 'reverse' : 'focus';
  draw(tools.choose(mode, node.kind === 'function' ? node.id : node.path));
}
