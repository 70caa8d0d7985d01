import type { ParsedDocument } from '../documents/document.js';
import type { Located } from '../markdown/span.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import { rememberFor } from '../workspace/remember.js';
import { type CodeIndex, createCodeIndex } from './codeIndex.js';
import { measureConventions } from './conventions.js';
import type { CoverageSources } from './coverage.js';
import { createItem, type MadeItem } from './createItem.js';
import { entryTraces, stageOf } from './entryTraces.js';
import { gitIndex } from './gitIndex.js';
import type { DeferralTrace, DependencyTrace, EntryTrace, ItemTrace, TraceGraph } from './graph.js';
import { inItemOrder } from './itemOrder.js';
import { pathOf, plannedFiles } from './namedFiles.js';
import { addTo, none } from './same.js';

/** What the next graph of the project takes over. It holds no graph, so that old ones can go. */
interface Memory {
  readonly items: readonly string[];
  readonly code: CodeIndex | undefined;
  /** Of the newest graph that was asked; shared by all graphs of the project. */
  readonly made: Map<string, MadeItem>;
}

const memories = new WeakMap<TraceGraph, Memory>();

/**
 * The trace of a project.
 *
 * @param before the trace of the same project at an earlier moment: what it holds that is still true is taken over, the very
 *   objects, so that a change of one file costs one item.
 */
export function createTraceGraph(
  project: Project,
  configuration: Pick<Configuration, 'conventions' | 'paths'>,
  before?: TraceGraph,
): TraceGraph {
  const memory = before && memories.get(before);
  const documents = indexDocuments(project);
  const items = itemsOf(documents, memory?.items);
  const code = codeIndexOf(project, items, memory);
  const history = project.git?.history;
  const git = history && gitIndex(history);
  const made = memory?.made ?? new Map<string, MadeItem>();
  const asked = new Map<string, ItemTrace>();
  const isItem = (id: string): boolean =>
    project.spec(id) !== undefined || documents.testCases.has(id) || documents.entries.has(id);

  const makeItem = (id: string): MadeItem => {
    const spec = project.spec(id);
    const entries = documents.entries.get(id) ?? none;
    const stage = stageOf(entries);
    const sources: CoverageSources = {
      id,
      ...(spec ? { spec } : {}),
      testCases: documents.testCases.get(id) ?? none,
      tests: code?.testsByItem.get(id) ?? none,
      deferrals: code ? deferralsOf(id, spec, code) : none,
    };
    const dependsOn = spec
      ? dependencies(spec).map((named): DependencyTrace => {
          const target = named.value;
          return {
            id: target,
            named,
            ...(isItem(target) ? { stage: stageOf(documents.entries.get(target) ?? none) } : {}),
          };
        })
      : none;
    const doneBy = stage === 'done' || stage === 'archived' ? git?.doneBy.get(id) : undefined;
    return createItem(
      sources,
      {
        stage,
        entries,
        dependsOn,
        dependents: documents.dependents.get(id) ?? none,
        commits: git?.commits.get(id) ?? none,
        branches: git?.branches.get(id) ?? none,
        worktrees: git?.worktrees.get(id) ?? none,
        ...(doneBy ? { doneBy } : {}),
      },
      project.code,
      made.get(id),
    );
  };

  const graph: TraceGraph = {
    project,
    items,
    item: (id) => {
      const known = asked.get(id);
      if (known || !isItem(id)) return known;
      const item = makeItem(id);
      made.set(id, item);
      asked.set(id, item.trace);
      return item.trace;
    },
    tests: code?.tests ?? none,
    conventions: measureConventions(
      {
        finished: finishedItems(documents),
        hasTestCase: (id) => documents.testCases.has(id),
        testsOf: (id) => code?.testsByItem.get(id) ?? none,
        code,
        git,
      },
      configuration,
      before?.conventions,
    ),
  };
  for (const id of made.keys()) if (!isItem(id)) made.delete(id);
  memories.set(graph, { items, code, made });
  return graph;
}

interface DocumentIndex {
  readonly specs: readonly ParsedDocument<'spec'>[];
  readonly testCases: ReadonlyMap<string, readonly ParsedDocument<'testCase'>[]>;
  readonly entries: ReadonlyMap<string, readonly EntryTrace[]>;
  readonly dependents: ReadonlyMap<string, readonly string[]>;
}

function indexDocuments(project: Project): DocumentIndex {
  const specs = project.ofKind('spec');
  const testCases = new Map<string, ParsedDocument<'testCase'>[]>();
  for (const document of project.ofKind('testCase'))
    if (document.item !== undefined) addTo(testCases, document.item, document);
  const entries = new Map<string, EntryTrace[]>();
  for (const document of [...project.ofKind('board'), ...project.ofKind('archive')])
    for (const { id, trace } of entryTraces(document)) addTo(entries, id, trace);
  const dependents = new Map<string, string[]>();
  for (const spec of specs)
    if (spec.item !== undefined && project.spec(spec.item) === spec)
      for (const { value } of dependencies(spec)) addTo(dependents, value, spec.item);
  return { specs, testCases, entries, dependents };
}

/** The items a spec's Dependency Surface names, each once. */
const dependencies = rememberFor(({ model }: ParsedDocument<'spec'>): readonly Located[] => {
  const byId = new Map<string, Located>();
  for (const named of model.dependencySurface?.dependsOn ?? none)
    if (!byId.has(named.value)) byId.set(named.value, named);
  return [...byId.values()];
});

function itemsOf(
  { specs, testCases, entries }: DocumentIndex,
  before: readonly string[] | undefined,
): readonly string[] {
  const ids = new Set<string>();
  for (const { item } of specs) if (item !== undefined) ids.add(item);
  for (const id of testCases.keys()) ids.add(id);
  for (const id of entries.keys()) ids.add(id);
  return before?.length === ids.size && before.every((id) => ids.has(id)) ? before : inItemOrder(ids);
}

function finishedItems({ entries }: DocumentIndex): readonly string[] {
  return Array.from(entries).flatMap(([id, own]) => {
    const stage = stageOf(own);
    return stage === 'done' || stage === 'archived' ? [id] : [];
  });
}

function codeIndexOf({ code }: Project, items: readonly string[], memory: Memory | undefined): CodeIndex | undefined {
  if (!code) return undefined;
  // The names in identifiers are read by the items there are.
  if (memory?.code?.code === code && memory.items === items) return memory.code;
  return createCodeIndex(code, items);
}

function deferralsOf(
  id: string,
  spec: ParsedDocument<'spec'> | undefined,
  { deferralsByItem, deferralsByFile }: CodeIndex,
): readonly DeferralTrace[] {
  if (!spec) return none;
  const named = deferralsByItem.get(id) ?? none;
  if (deferralsByFile.size === 0) return named;
  const paths = new Set(plannedFiles(spec).map((file) => pathOf(file.named.value)));
  const inFiles = Array.from(paths).flatMap((path) => deferralsByFile.get(path) ?? none);
  return inFiles.length === 0 ? named : [...named, ...inFiles];
}
