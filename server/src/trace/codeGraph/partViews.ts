import type { CallGraph } from './callGraph.js';
import { type CodeIndex, fullName, type Part } from './codeIndex.js';
import type { CodeView, ViewEdge, ViewNode } from './codeView.js';
import { fileNode, importsIn, moduleName, moduleOf, modulesOf } from './fileViews.js';

/** The classes with their members, and which extends which. */
export function classView({ parts, bases }: CallGraph): CodeView {
  return { mode: 'class', nodes: classNodes(parts), edges: bases.map(({ from, to }) => extending(from, to)) };
}

const extending = (from: Part, to: Part): ViewEdge => ({ from: from.id, to: to.id, kind: 'extends' });

function classNodes(parts: readonly Part[]): readonly ViewNode[] {
  const members = new Map<string, Part[]>();
  for (const part of parts) {
    const { kind, owner } = part.definition;
    if (kind !== 'function' || owner === undefined) continue;
    const key = `${part.path} ${owner}`;
    members.set(key, [...(members.get(key) ?? []), part]);
  }
  return parts.filter(isClass).map((part) => {
    const own = members.get(`${part.path} ${fullName(part.definition)}`) ?? [];
    return { ...partNode(part), members: own.map(({ definition }) => memberOf(definition)) };
  });
}

const isClass = ({ definition }: Part): boolean => definition.kind === 'class' && !definition.adds;

/** `+total(rate)`; `-` before what is not for others. */
function memberOf({ name, parameters = '' }: Part['definition']): string {
  const names = parameters
    .split(',')
    .map((one) => one.trim().split(/[\s:=]/u)[0] ?? '')
    .filter((one) => /^[\w$*]+$/u.test(one) && one !== 'self' && one !== 'cls');
  return `${/^[_#]/u.test(name) ? '-' : '+'}${name}(${names.join(', ')})`;
}

function partNode({ id, path, definition }: Part): ViewNode {
  const { kind, line, complexity } = definition;
  const label = fullName(definition);
  return { id, kind, label, path, line, ...(kind === 'function' ? { complexity } : {}) };
}

/** Who calls whom; functions without callers and calls are left out. */
export function callView(graph: CallGraph): CodeView {
  return viewOfCalls('call', graph.parts, graph.calls);
}

/** What is reached from some functions by calls, or, `reverse`, what reaches them. */
export function chainView(
  graph: CallGraph,
  entries: readonly Part[],
  { reverse, depth }: { readonly reverse: boolean; readonly depth: number },
): CodeView {
  const ways = new Map<string, Part[]>();
  for (const { from, to } of graph.calls) {
    const [start, end] = reverse ? [to, from] : [from, to];
    ways.set(start.id, [...(ways.get(start.id) ?? []), end]);
  }
  const distance = new Map(entries.map(({ id }) => [id, 0]));
  for (const [id, far] of distance)
    for (const next of far < depth ? (ways.get(id) ?? []) : [])
      if (!distance.has(next.id)) distance.set(next.id, far + 1);
  const isIn = ({ id }: Part): boolean => distance.has(id);
  const view = viewOfCalls(
    reverse ? 'reverse' : 'call',
    graph.parts.filter(isIn),
    graph.calls.filter(({ from, to }) => isIn(from) && isIn(to)),
    entries,
  );
  return {
    ...view,
    nodes: view.nodes.map((node) => ({ ...node, group: `Depth ${String(distance.get(node.id) ?? 0)}` })),
  };
}

function viewOfCalls(
  mode: CodeView['mode'],
  parts: readonly Part[],
  calls: CallGraph['calls'],
  always: readonly Part[] = [],
): CodeView {
  const used = new Set([...calls.flatMap(({ from, to }) => [from, to]), ...always]);
  return {
    mode,
    nodes: parts.filter((part) => used.has(part)).map(partNode),
    edges: calls.map(({ from, to, certain }) => ({
      from: from.id,
      to: to.id,
      kind: 'calls',
      ...(certain ? {} : { byName: true }),
    })),
  };
}

/** How many ways lead through a function: more than 10 are many, more than 30 too many to test. */
const complexityClasses = [
  ['low', 10],
  ['medium', 20],
  ['high', 30],
  ['critical', Infinity],
] as const;

/** The functions with more than ten ways through them, by class. */
export function complexityView({ parts }: CallGraph): CodeView {
  const nodes = parts.flatMap((part): ViewNode[] => {
    const { kind, complexity } = part.definition;
    const group = complexityClasses.find(([, most]) => complexity <= most)?.[0] ?? 'critical';
    return kind === 'function' && group !== 'low' ? [{ ...partNode(part), group }] : [];
  });
  return { mode: 'complexity', nodes: nodes.sort((a, b) => (b.complexity ?? 0) - (a.complexity ?? 0)), edges: [] };
}

/** Files in their modules with imports, and the classes with what they extend. */
export function unifiedView(index: CodeIndex, paths: readonly string[], { parts, bases }: CallGraph): CodeView {
  const modules = modulesOf(paths);
  const group = (path: string): string => moduleName(moduleOf(path, modules));
  return {
    mode: 'unified',
    nodes: [
      ...[...index.files.keys()].map((path) => fileNode(path, group(path))),
      ...parts.filter(isClass).map((part) => ({ ...partNode(part), group: group(part.path) })),
    ],
    edges: [...importsIn(index), ...bases.map(({ from, to }) => extending(from, to))],
  };
}
