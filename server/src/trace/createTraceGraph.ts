import { memo } from '../base/memo.js';
import { none, sameList } from '../base/same.js';
import type { ParsedDocument } from '../documents/document.js';
import type { Located } from '../markdown/span.js';
import type { CodeFacts } from '../workspace/codeFacts.js';
import type { Configuration } from '../workspace/configuration.js';
import type { Project } from '../workspace/project.js';
import { type CodeByItem, createCodeByItem, sameDeferrals } from './codeByItem.js';
import { conventionMeter } from './conventions.js';
import { createItem, type MadeItem, withEntries, withoutCoverage } from './createItem.js';
import { dependencies, type DocumentIndex, indexDocuments, isItem } from './documentIndex.js';
import { stageOf } from './entryTraces.js';
import type { DeferralTrace, DependencyTrace, ItemTrace, TestTrace, TraceGraph } from './graph.js';
import { type HistoryByItem, historyByItem } from './historyByItem.js';
import { pathOf, plannedFiles } from './namedFiles.js';

const lines = new WeakMap<TraceGraph, { readonly line: TraceLine; readonly sources: Sources }>();

type Settings = Pick<Configuration, 'conventions' | 'paths'>;

/**
 * The trace of a project.
 *
 * @param before the trace of the same project at an earlier moment: what it holds that is still true is taken over, the very
 *   objects, so that a change of one file costs one item.
 */
export function createTraceGraph(project: Project, configuration: Settings, before?: TraceGraph): TraceGraph {
  const last = before && lines.get(before);
  const line = last?.line.newest === last?.sources ? last?.line : undefined;
  return (line ?? new TraceLine()).next(project, configuration);
}

/** What a graph was made from, besides the items. */
interface Sources {
  /** Counts the graphs of a line. */
  readonly moment: number;
  readonly project: Project;
  readonly documents: DocumentIndex;
  readonly code: CodeByItem | undefined;
  readonly git: HistoryByItem | undefined;
}

/** An item, and the moment at which it was made or looked at last. */
interface Made {
  item: MadeItem;
  checked: number;
}

/** The graphs of one project, moment by moment: each takes over what is still true. It holds none of them, so that old ones can go. */
class TraceLine {
  readonly #code = memo<{ readonly code: CodeFacts; readonly items: readonly string[] }, CodeByItem>();
  readonly #historyOf = historyByItem();
  readonly #conventionsOf = conventionMeter();
  /** As they were made last, by whatever graph. */
  readonly #made = new Map<string, Made>();
  /** The moments at which items changed or moved last: nobody looks at all of them after an edit. */
  readonly #changedAt = new Map<string, number>();
  readonly #movedAt = new Map<string, number>();
  #allChangedAt = 0;
  #newest: Sources | undefined;

  get newest(): Sources | undefined {
    return this.#newest;
  }

  next(project: Project, configuration: Settings): TraceGraph {
    const before = this.#newest;
    const sources = this.#sourcesOf(project);
    const changed = before && changedSince(before, sources);
    if (!changed) this.#allChangedAt = sources.moment;
    for (const id of changed ?? none) this.#changedAt.set(id, sources.moment);
    for (const id of sources.documents.moved) this.#movedAt.set(id, sources.moment);
    if (before && sources.documents.items !== before.documents.items)
      for (const id of this.#made.keys()) if (!isItem(sources.documents, id)) this.#made.delete(id);
    const graph = this.#graphOf(sources, configuration, changed);
    this.#newest = sources;
    lines.set(graph, { line: this, sources });
    return graph;
  }

  #sourcesOf(project: Project): Sources {
    const documents = indexDocuments(project, this.#newest?.documents);
    const { code, git } = project;
    return {
      moment: (this.#newest?.moment ?? 0) + 1,
      project,
      documents,
      code:
        code &&
        this.#code({ code, items: documents.items }, (before) =>
          // The names in identifiers are read by the items there are.
          createCodeByItem(code, documents.items, before?.inputs.items === documents.items ? before.value : undefined),
        ),
      git: git?.history && this.#historyOf(git.history),
    };
  }

  #graphOf(sources: Sources, configuration: Settings, changed: ReadonlySet<string> | undefined): TraceGraph {
    const { project, documents, code, git } = sources;
    const { entries, testCases } = documents;
    // The end of a shallow clone cuts off what finished items were made with.
    const isShallow = project.git?.notices.some(({ kind }) => kind === 'shallow') === true;
    return {
      project,
      get items() {
        return documents.items;
      },
      changed,
      item: (id) => this.#itemOf(id, sources),
      forget: (id) => {
        const made = this.#made.get(id);
        if (made) made.item = withoutCoverage(made.item);
      },
      stageOf: (id) => stageOf(entries.get(id) ?? none),
      hasTests: (id) => code?.testsByItem.has(id) === true,
      dependentsOf: documents.dependentsOf,
      get tests() {
        return code?.tests ?? none;
      },
      strayTests: strayTests(documents, code),
      conventions: this.#conventionsOf({
        entries,
        testCases,
        tests: code?.testsByItem,
        git: isShallow ? undefined : git,
        record: project.record,
        configuration,
      }),
    };
  }

  #itemOf(id: string, sources: Sources): ItemTrace | undefined {
    const known = this.#made.get(id);
    if (known && (known.checked === sources.moment || this.#keep(id, known, sources))) return known.item.trace;
    if (!isItem(sources.documents, id)) return undefined;
    const item = makeItem(id, sources, known?.item);
    this.#made.set(id, { item, checked: sources.moment });
    return item.trace;
  }

  /** @returns whether an item is as it was when it was looked at last, except for where its entries are. */
  #keep(id: string, known: Made, sources: Sources): boolean {
    const { checked } = known;
    if (sources !== this.#newest || checked < Math.max(this.#allChangedAt, this.#changedAt.get(id) ?? 0)) return false;
    if (checked < (this.#movedAt.get(id) ?? 0))
      known.item = withEntries(known.item, sources.documents.entries.get(id) ?? none);
    known.checked = sources.moment;
    return true;
  }
}

function strayTests(documents: DocumentIndex, code: CodeByItem | undefined): TraceGraph['strayTests'] {
  const stray = new Map<string, readonly TestTrace[]>();
  code?.testsByItem.forEach((tests, id) => {
    if (!isItem(documents, id)) stray.set(id, tests);
  });
  return stray;
}

function makeItem(id: string, { project, documents, code, git }: Sources, last: MadeItem | undefined): MadeItem {
  const spec = project.spec(id);
  const entries = documents.entries.get(id) ?? none;
  const stage = stageOf(entries);
  const doneBy = stage === 'done' || stage === 'archived' ? git?.doneBy.get(id) : undefined;
  return createItem(
    {
      id,
      spec,
      testCases: documents.testCases.get(id) ?? none,
      tests: code?.testsByItem.get(id) ?? none,
      deferrals: code ? deferralsOf(id, spec, code) : none,
    },
    {
      stage,
      entries,
      dependsOn: spec ? dependencies(spec).map((named) => dependencyTrace(named, documents)) : none,
      commits: git?.commits.get(id) ?? none,
      branches: git?.branches.get(id) ?? none,
      worktrees: git?.worktrees.get(id) ?? none,
      doneBy,
    },
    project.code,
    last,
  );
}

function dependencyTrace(named: Located, documents: DocumentIndex): DependencyTrace {
  const id = named.value;
  return {
    id,
    named,
    ...(isItem(documents, id) ? { stage: stageOf(documents.entries.get(id) ?? none) } : {}),
  };
}

/** The items that are not as they were; undefined if they would have to be looked at to tell. */
function changedSince(before: Sources, { documents, code, git }: Sources): ReadonlySet<string> | undefined {
  const { changed } = documents;
  if (!changed || before.git !== git) return undefined;
  const old = before.code;
  if (old === code) return changed;
  if (!old || !code || old.code.exists !== code.code.exists || !sameDeferrals(old, code)) return undefined;
  const all = new Set(changed);
  for (const id of new Set([...old.testsByItem.keys(), ...code.testsByItem.keys()]))
    if (!sameList(old.testsByItem.get(id) ?? none, code.testsByItem.get(id) ?? none)) all.add(id);
  return all;
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
