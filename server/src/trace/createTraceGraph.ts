import type { ParsedDocument } from '../documents/document.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import { type CodeByItem, createCodeByItem, sameDeferrals } from './codeByItem.js';
import { type MeasuredConventions, measureConventions } from './conventions.js';
import type { CoverageSources } from './coverage.js';
import { createItem, type MadeItem, withEntries } from './createItem.js';
import { dependencies, type DocumentIndex, indexDocuments, isItem } from './documentIndex.js';
import { stageOf } from './entryTraces.js';
import { type HistoryByItem, historyByItem } from './historyByItem.js';
import type { DeferralTrace, DependencyTrace, TraceGraph } from './graph.js';
import { pathOf, plannedFiles } from './namedFiles.js';
import { none, sameList } from '../base/same.js';

/** What the next graph of the project takes over. It holds no graph, so that old ones can go. */
interface Memory {
  readonly conventions: MeasuredConventions;
  readonly documents: DocumentIndex;
  readonly code: CodeByItem | undefined;
  readonly git: HistoryByItem | undefined;
  /** As they were made last, by whatever graph; shared by all graphs of the project. */
  readonly made: Map<string, Made>;
}

interface Made {
  item: MadeItem;
  /** What is true of the item by the graph that has this index of the documents. */
  checked: DocumentIndex;
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
  const documents = indexDocuments(project, memory?.documents);
  const { items } = documents;
  const code = codeByItemOf(project, items, memory);
  const history = project.git?.history;
  const git = history && historyByItem(history, memory?.git);
  const made = memory?.made ?? new Map<string, Made>();
  const changed = changedSince(memory, documents, code, git);
  if (memory && changed)
    for (const [id, known] of made) {
      if (known.checked !== memory.documents || changed.has(id)) continue;
      if (documents.moved.has(id)) known.item = withEntries(known.item, documents.entries.get(id) ?? none);
      known.checked = documents;
    }

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
            ...(isItem(documents, target) ? { stage: stageOf(documents.entries.get(target) ?? none) } : {}),
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
      made.get(id)?.item,
    );
  };

  const conventions = measureConventions(
    {
      entries: documents.entries,
      testCases: documents.testCases,
      tests: code?.testsByItem,
      // The end of a shallow clone cuts off what finished items were made with.
      git: project.git?.notices.some(({ kind }) => kind === 'shallow') === true ? undefined : git,
      record: project.record,
      configuration,
    },
    memory?.conventions,
  );
  const graph: TraceGraph = {
    project,
    items,
    changed,
    item: (id) => {
      const known = made.get(id);
      if (known?.checked === documents) return known.item.trace;
      if (!isItem(documents, id)) return undefined;
      const item = makeItem(id);
      made.set(id, { item, checked: documents });
      return item.trace;
    },
    get tests() {
      return code?.tests ?? none;
    },
    strayTests: new Map(Array.from(code?.testsByItem ?? none).filter(([id]) => !isItem(documents, id))),
    conventions: conventions.values,
  };
  if (items !== memory?.documents.items) for (const id of made.keys()) if (!isItem(documents, id)) made.delete(id);
  memories.set(graph, { conventions, documents, code, git, made });
  return graph;
}

/** The items that are not as in the graph before; undefined where they would have to be looked at to tell. */
function changedSince(
  memory: Memory | undefined,
  { changed }: DocumentIndex,
  code: CodeByItem | undefined,
  git: HistoryByItem | undefined,
): ReadonlySet<string> | undefined {
  if (!memory || !changed || memory.git !== git) return undefined;
  const old = memory.code;
  if (old === code) return changed;
  if (!old || !code || old.code.exists !== code.code.exists || !sameDeferrals(old, code)) return undefined;
  const all = new Set(changed);
  for (const id of new Set([...old.testsByItem.keys(), ...code.testsByItem.keys()]))
    if (!sameList(old.testsByItem.get(id) ?? none, code.testsByItem.get(id) ?? none)) all.add(id);
  return all;
}

function codeByItemOf({ code }: Project, items: readonly string[], memory: Memory | undefined): CodeByItem | undefined {
  if (!code) return undefined;
  // The names in identifiers are read by the items there are.
  if (memory?.code?.code === code && memory.documents.items === items) return memory.code;
  return createCodeByItem(code, items, memory?.documents.items === items ? memory.code : undefined);
}

function deferralsOf(
  id: string,
  spec: ParsedDocument<'spec'> | undefined,
  { deferralsByItem, deferralsByFile }: CodeByItem,
): readonly DeferralTrace[] {
  if (!spec) return none;
  const named = deferralsByItem.get(id) ?? none;
  if (deferralsByFile.size === 0) return named;
  const paths = new Set(plannedFiles(spec).map((file) => pathOf(file.named.value)));
  const inFiles = Array.from(paths).flatMap((path) => deferralsByFile.get(path) ?? none);
  return inFiles.length === 0 ? named : [...named, ...inFiles];
}
