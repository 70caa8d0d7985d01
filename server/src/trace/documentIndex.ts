import type { AnyDocument, ParsedDocument } from '../documents/document.js';
import { dependsOnSome } from '../documents/spec/specFacts.js';
import { mayName } from '../documents/unreadDocument.js';
import type { Located } from '../markdown/span.js';
import { type ChangesByPath, changesByPath } from '../workspace/changesByPath.js';
import type { Project } from '../workspace/project.js';
import { memoFor, once } from '../base/memo.js';
import { entryTraces } from './entryTraces.js';
import type { EntryTrace } from './graph.js';
import { inItemOrder } from './itemOrder.js';
import { keepSubstance, sameSubstance } from './movedEntries.js';
import { addTo, none, sameList } from '../base/same.js';

/** What the documents of a project say, by item; the parts that a change does not touch are those of the index before. */
export interface DocumentIndex {
  readonly project: Project;
  /** All ids there are, in order. */
  readonly items: readonly string[];
  readonly testCases: ReadonlyMap<string, readonly ParsedDocument<'testCase'>[]>;
  readonly entries: ReadonlyMap<string, readonly EntryTrace[]>;
  readonly dependents: ReadonlyMap<string, readonly string[]>;
  /** The items that depend on one. */
  readonly dependentsOf: (id: string) => readonly string[];
  /** The items of which the documents say something else than in the index before; undefined if any may be one. */
  readonly changed: ReadonlySet<string> | undefined;
  /** The items of which they say the same, but at other places of board or archive. */
  readonly moved: ReadonlySet<string>;
}

/** So few items are looked at one by one. */
const mostAlone = 2;

/** More changed documents than this are indexed all again. */
const mostChanges = 100;

export function indexDocuments(project: Project, before: DocumentIndex | undefined): DocumentIndex {
  const changes = before && changesByPath(before.project.documents, project.documents, mostChanges);
  return before && changes ? updateIndex(project, before, changes) : createIndex(project);
}

function createIndex(project: Project): DocumentIndex {
  const testCases = new Map<string, ParsedDocument<'testCase'>[]>();
  for (const document of project.ofKind('testCase'))
    if (document.item !== undefined) addTo(testCases, document.item, document);
  const entries = indexEntries(project);
  // Who looks at one item, as a run does after one edit, needs no list of all.
  const items = once(() => inItemOrder(itemsOf(project, testCases, entries)));
  const dependents = once(() => indexDependents(project));
  let asked = 0;
  return {
    project,
    get items() {
      return items();
    },
    testCases,
    entries,
    get dependents() {
      return dependents();
    },
    dependentsOf: (id) => (asked++ < mostAlone ? findDependents(project, id) : (dependents().get(id) ?? none)),
    changed: undefined,
    moved: new Set(),
  };
}

function updateIndex(
  project: Project,
  before: DocumentIndex,
  { removed, added }: ChangesByPath<AnyDocument>,
): DocumentIndex {
  const all = [...removed, ...added];
  const changed = new Set<string>();
  for (const { kind, item } of all)
    if ((kind === 'spec' || kind === 'testCase') && item !== undefined) changed.add(item);

  const testCases = all.some(({ kind }) => kind === 'testCase')
    ? updateTestCases(project, before.testCases, changed)
    : before.testCases;

  const moved = new Set<string>();
  let { entries, dependents, dependentsOf } = before;
  if (all.some(({ kind }) => kind === 'board' || kind === 'archive')) {
    entries = updateEntries(project, before.entries);
    for (const [id, own] of entries) {
      const old = before.entries.get(id) ?? none;
      if (!sameSubstance(old, own)) changed.add(id);
      else if (old !== own) moved.add(id);
    }
    for (const id of before.entries.keys()) if (!entries.has(id)) changed.add(id);
  }
  const named = (documents: readonly AnyDocument[]): readonly string[] =>
    documents.flatMap((document) =>
      document.kind === 'spec' ? dependencies(document).map(({ value }) => `${document.path} ${value}`) : [],
    );
  if (!sameList(named(removed), named(added))) {
    const found = indexDependents(project);
    dependents = found;
    dependentsOf = (id) => found.get(id) ?? none;
    for (const id of [...before.dependents.keys(), ...dependents.keys()])
      if (!sameList(before.dependents.get(id) ?? none, dependents.get(id) ?? none)) changed.add(id);
  }
  // The state of an item is reported at those that depend on it, too.
  for (const id of [...changed]) for (const dependent of dependentsOf(id)) changed.add(dependent);

  const now = { project, testCases, entries };
  // None of those that changed came or went.
  const isSame = [...changed].every((id) => isItem(before, id) === isItem(now, id));
  const items = isSame ? before.items : inItemOrder(itemsOf(project, testCases, entries));
  return { ...now, items, dependents, dependentsOf, changed, moved };
}

/** Whether any document is of the item. */
export function isItem(
  { project, testCases, entries }: Pick<DocumentIndex, 'project' | 'testCases' | 'entries'>,
  id: string,
): boolean {
  return project.spec(id) !== undefined || testCases.has(id) || entries.has(id);
}

function itemsOf(
  project: Project,
  testCases: DocumentIndex['testCases'],
  entries: DocumentIndex['entries'],
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const { item } of project.ofKind('spec')) if (item !== undefined) ids.add(item);
  for (const id of testCases.keys()) ids.add(id);
  for (const id of entries.keys()) ids.add(id);
  return ids;
}

function updateTestCases(
  project: Project,
  before: DocumentIndex['testCases'],
  changed: ReadonlySet<string>,
): DocumentIndex['testCases'] {
  const testCases = new Map(before);
  for (const id of changed) testCases.delete(id);
  const own = new Map<string, ParsedDocument<'testCase'>[]>();
  for (const document of project.ofKind('testCase'))
    if (document.item !== undefined && changed.has(document.item)) addTo(own, document.item, document);
  for (const [id, documents] of own) testCases.set(id, documents);
  return testCases;
}

function updateEntries(project: Project, before: DocumentIndex['entries']): DocumentIndex['entries'] {
  const entries = indexEntries(project);
  for (const [id, own] of entries) {
    const old = before.get(id);
    if (old) entries.set(id, sameList(old, own) ? old : keepSubstance(old, own));
  }
  return entries;
}

function indexEntries(project: Project): Map<string, readonly EntryTrace[]> {
  const entries = new Map<string, EntryTrace[]>();
  for (const document of [...project.ofKind('board'), ...project.ofKind('archive')])
    for (const { id, trace } of entryTraces(document)) addTo(entries, id, trace);
  return entries;
}

function indexDependents(project: Project): Map<string, readonly string[]> {
  const dependents = new Map<string, string[]>();
  for (const spec of project.ofKind('spec'))
    if (spec.item !== undefined && project.spec(spec.item) === spec)
      for (const { value } of dependencies(spec)) addTo(dependents, value, spec.item);
  return dependents;
}

function findDependents(project: Project, id: string): readonly string[] {
  return project.ofKind('spec').flatMap((spec) => {
    const { item } = spec;
    if (item === undefined || !mayName(spec, id) || project.spec(item) !== spec) return [];
    return dependencies(spec).some(({ value }) => value === id) ? [item] : [];
  });
}

/** The items a spec's Dependency Surface names, each once. */
export const dependencies = memoFor((spec: ParsedDocument<'spec'>): readonly Located[] => {
  if (!mayName(spec, dependsOnSome)) return none;
  const { dependsOn = none } = spec.facts.dependencySurface ?? {};
  if (dependsOn.length < 2) return dependsOn;
  const byId = new Map<string, Located>();
  for (const named of dependsOn) if (!byId.has(named.value)) byId.set(named.value, named);
  return [...byId.values()];
});
