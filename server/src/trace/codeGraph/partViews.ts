import { memoEach, memoFor } from '../../base/memo.js';
import { groupBy } from '../../base/groupBy.js';
import { collect, none, sameList } from '../../base/same.js';
import type { CallGraph, FileGraph, PartEdge } from './callGraph.js';
import { type CodeIndex, fullName, type Part } from './codeIndex.js';
import type { CodeView, ViewBlock, ViewEdge, ViewNode } from './codeView.js';
import { fileNodes, importsIn, moduleName, moduleOf, modulesOf } from './fileViews.js';

/** The classes with their members, and which extends which. */
export function classView({ files, bases }: CallGraph): CodeView {
  return { mode: 'class', nodes: collect(files, classNodes), edges: bases.map(extending) };
}

const extending = memoFor(({ from, to }: PartEdge): ViewEdge => ({ from: from.id, to: to.id, kind: 'extends' }));

const classNodes = memoFor((file: FileGraph): readonly ViewNode[] => {
  const { parts } = file;
  const members = groupBy(
    parts.filter(({ definition: { kind, owner } }) => kind === 'function' && owner !== undefined),
    ({ definition: { owner = '' } }) => owner,
  );
  return classesIn(file).map((part) => {
    const own = members.get(fullName(part.definition)) ?? [];
    return { ...partNode(part), members: own.map(({ definition }) => memberOf(definition)) };
  });
});

const classesIn = memoFor(({ parts }: FileGraph): readonly Part[] =>
  parts.filter(({ definition }) => definition.kind === 'class' && !definition.adds),
);

/** `+total(rate)`; `-` before what is not for others. */
function memberOf({ name, parameters = '' }: Part['definition']): string {
  const names = parameters
    .split(',')
    .map((one) => one.trim().split(/[\s:=]/u)[0] ?? '')
    .filter((one) => /^[\w$*]+$/u.test(one) && one !== 'self' && one !== 'cls');
  return `${/^[_#]/u.test(name) ? '-' : '+'}${name}(${names.join(', ')})`;
}

const partNode = memoFor(({ id, path, definition }: Part): ViewNode => {
  const { kind, line, complexity } = definition;
  const label = fullName(definition);
  return { id, kind, label, path, line, ...(kind === 'function' ? { complexity } : {}) };
});

const calling = memoFor(({ from, to, certain }: PartEdge): ViewEdge => {
  return { from: from.id, to: to.id, kind: 'calls', ...(certain ? {} : { byName: true }) };
});

/** Who calls whom; functions without callers and calls are left out. */
export function callView({ files, declared = none }: CallGraph): CodeView {
  const called = new Set<Part>();
  for (const file of files) for (const part of calledFrom(file)) called.add(part);
  for (const { from, to } of declared) called.add(from).add(to);
  const blocks = [...files.map((file) => blockOf(file, called)), declaredBlock(declared)];
  return {
    mode: 'call',
    blocks,
    get nodes() {
      return collect(blocks, ({ nodes }) => nodes);
    },
    get edges() {
      return collect(blocks, ({ edges }) => edges);
    },
  };
}

const calledFrom = memoFor(({ calls }: FileGraph): ReadonlySet<Part> => new Set(calls.map(({ to }) => to)));
const callingIn = memoFor(({ calls }: FileGraph): ReadonlySet<Part> => new Set(calls.map(({ from }) => from)));

const keptBlock = memoEach<FileGraph, { readonly used: readonly Part[] }, ViewBlock>({
  isSame: (before, now) => sameList(before.used, now.used),
});

function blockOf(file: FileGraph, called: ReadonlySet<Part>): ViewBlock {
  const callers = callingIn(file);
  const used = file.parts.filter((part) => callers.has(part) || called.has(part));
  return keptBlock(file, { used }, () => ({ nodes: used.map(partNode), edges: file.calls.map(calling) }));
}

const declaredBlock = memoFor((declared: readonly PartEdge[]): ViewBlock => ({
  nodes: none,
  edges: declared.map(calling),
}));

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
  always: readonly Part[],
): CodeView {
  const used = new Set(always);
  for (const { from, to } of calls) used.add(from).add(to);
  return {
    mode,
    nodes: parts.filter((part) => used.has(part)).map(partNode),
    edges: calls.map(calling),
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
export function complexityView({ files }: CallGraph): CodeView {
  const nodes = collect(files, complexNodes);
  return { mode: 'complexity', nodes: nodes.sort((a, b) => (b.complexity ?? 0) - (a.complexity ?? 0)), edges: [] };
}

const complexNodes = memoFor(({ parts }: FileGraph): readonly ViewNode[] =>
  parts.flatMap((part): ViewNode[] => {
    const { kind, complexity } = part.definition;
    const group = complexityClasses.find(([, most]) => complexity <= most)?.[0] ?? 'critical';
    return kind === 'function' && group !== 'low' ? [{ ...partNode(part), group }] : [];
  }),
);

const unifiedNode = fileNodes();
const groupedNode = memoEach<Part, { readonly group: string }, ViewNode>();

/** Files in their modules with imports, and the classes with what they extend. */
export function unifiedView(index: CodeIndex, paths: readonly string[], { files, bases }: CallGraph): CodeView {
  const modules = modulesOf(paths);
  const groups = new Map(Array.from(index.files.keys(), (path) => [path, moduleName(moduleOf(path, modules))]));
  return {
    mode: 'unified',
    nodes: [
      ...Array.from(index.files, ([path, file]) => unifiedNode(path, file, groups.get(path))),
      ...collect(files, classesIn).map((part) => {
        const group = groups.get(part.path) ?? '';
        return groupedNode(part, { group }, () => ({ ...partNode(part), group }));
      }),
    ],
    edges: [...importsIn(index), ...bases.map(extending)],
  };
}
