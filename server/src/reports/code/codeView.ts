import { memoFor } from '../../base/memo.js';
import { groupBy } from '../../base/groupBy.js';
import { count } from '../../base/count.js';
import { collect, none } from '../../base/same.js';
import type { CodeView, ViewBlock, ViewEdge, ViewNode } from '../../trace/codeGraph/codeView.js';

/** As Mermaid, in the shape of PactKit's `.mmd` files. */
export function mermaidOf(view: CodeView): string {
  const lines = flowchartOfBlocks(view.blocks) ?? drawnLines(view);
  const left =
    view.left === undefined
      ? ''
      : `    %% ${count(view.left, 'more node')} ${view.left === 1 ? 'is' : 'are'} not drawn\n`;
  return `${lines.join('\n')}\n${left}`;
}

function drawnLines(view: CodeView): readonly string[] {
  const ids = mermaidIds(view.nodes);
  return view.mode === 'class' ? classDiagram(view, ids) : flowchart(view, ids);
}

/** Words of Mermaid that a node must not be called. */
const reserved = /^(?:end|graph|subgraph|click|style|class|default|call|href|o|x)$/iu;

/** As PactKit makes them: `/`, `.` and `-` become `_`. What would be the same then gets a number. */
function mermaidIds(nodes: readonly ViewNode[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  const ids = new Map<string, string>();
  for (const node of nodes) {
    const safe = safeId(node);
    let own = safe;
    for (let count = 2; taken.has(own); count++) own = `${safe}_${String(count)}`;
    taken.add(own);
    ids.set(node.id, own);
  }
  return ids;
}

/** Kept with the node: most are the same when a graph is drawn again. */
const safeId = memoFor(({ id, label, kind }: ViewNode): string => safeName(kind === 'module' ? label : id));

function safeName(name: string): string {
  const plain = name.replace(/[^\w]/gu, '_');
  return reserved.test(plain) ? `${plain}_` : plain;
}

const quoted = (text: string): string => `"${text.replaceAll('"', '#quot;').replace(/[\r\n]/gu, ' ')}"`;

function flowchart({ nodes, edges }: CodeView, ids: ReadonlyMap<string, string>): readonly string[] {
  const idOf = (id: string): string => ids.get(id) ?? '';
  const drawn = (node: ViewNode, indent: string): string => nodeLines(node, idOf(node.id), indent);
  const groups = [...groupBy(nodes, ({ group }) => group)].sort(([a], [b]) => byNumber(a, b));
  return [
    'graph TD',
    ...groups.flatMap(([group, members], at) => {
      if (group === undefined) return members.map((node) => drawn(node, '    '));
      const title = `    subgraph group_${String(at)} [${quoted(group)}]`;
      return [title, ...members.map((node) => drawn(node, '        ')), '    end'];
    }),
    ...edges.map((edge) => edgeLine(edge, idOf)),
  ];
}

function nodeLines(node: ViewNode, id: string, indent: string): string {
  const line = `${indent}${id}[${quoted(labelOf(node))}]`;
  return node.path === '' ? line : `${line}\n${indent}click ${id} href ${quoted(node.path)}`;
}

function edgeLine(edge: ViewEdge, idOf: (id: string) => string): string {
  return `    ${idOf(edge.from)} ${arrowOf(edge)} ${idOf(edge.to)}`;
}

/** The same block by block; those that are as before are not written out again. Undefined if two nodes would have the same id. */
function flowchartOfBlocks(blocks: readonly ViewBlock[] | undefined): readonly string[] | undefined {
  if (!blocks) return undefined;
  const taken = new Set<string>();
  for (const block of blocks)
    for (const id of blockIds(block)) {
      const { size } = taken;
      if (taken.add(id).size === size) return undefined;
    }
  return ['graph TD', ...collect(blocks, blockNodes), ...collect(blocks, blockEdges)];
}

const blockIds = memoFor(({ nodes }: ViewBlock) => nodes.map(safeId));
const blockNodes = memoFor(({ nodes }: ViewBlock) =>
  oneText(nodes.map((node) => nodeLines(node, safeId(node), '    '))),
);
const blockEdges = memoFor(({ edges }: ViewBlock) => oneText(edges.map((edge) => edgeLine(edge, safeName))));

const oneText = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? none : [lines.join('\n')]);

/** `Depth 2` is before `Depth 10`. */
function byNumber(a = '', b = ''): number {
  const [one, other] = [a, b].map((text) => Number(/\d+$/u.exec(text)?.[0] ?? 0));
  return (one ?? 0) - (other ?? 0) || Number(a > b) - Number(a < b);
}

function labelOf({ label, complexity, group }: ViewNode): string {
  const isMeasured = group !== undefined && ['medium', 'high', 'critical'].includes(group);
  return isMeasured && complexity !== undefined ? `${label}: ${String(complexity)}` : label;
}

function arrowOf({ kind, count, byName, against }: ViewEdge): string {
  if (count !== undefined) return `-->|${String(count)}|`;
  if (against) return '-. upward .->';
  if (kind === 'extends') return '==>';
  return byName ? '-.->' : '-->';
}

function classDiagram({ nodes, edges }: CodeView, ids: ReadonlyMap<string, string>): readonly string[] {
  const names = new Map<string, number>();
  for (const { label } of nodes) names.set(label, (names.get(label) ?? 0) + 1);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  // A class is called by its name, as PactKit has it, unless there are more of that name.
  const nameOf = (id: string): string => {
    const { label = '' } = byId.get(id) ?? {};
    return names.get(label) === 1 && /^\w+$/u.test(label) && !reserved.test(label) ? label : (ids.get(id) ?? '');
  };
  return [
    'classDiagram',
    ...nodes.flatMap(({ id, members = [] }) => [
      `    class ${nameOf(id)} {`,
      ...members.map((member) => `        ${member.replace(/[{}]/gu, '')}`),
      '    }',
    ]),
    ...edges.map(({ from, to }) => `    ${nameOf(to)} <|-- ${nameOf(from)}`),
  ];
}

/** As a graph for Graphviz. */
export function dotOf({ nodes, edges }: CodeView): string {
  const text = (value: string): string => JSON.stringify(value);
  return [
    'digraph code {',
    '  node [shape=box];',
    ...nodes.map(({ id, label, path }) => `  ${text(id)} [label=${text(label)}, URL=${text(path)}];`),
    ...edges.map(({ from, to, byName, count }) => {
      const options = [
        ...(byName ? ['style=dotted'] : []),
        ...(count === undefined ? [] : [`label="${String(count)}"`]),
      ];
      return `  ${text(from)} -> ${text(to)}${options.length === 0 ? '' : ` [${options.join(', ')}]`};`;
    }),
    '}',
    '',
  ].join('\n');
}
