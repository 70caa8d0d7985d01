import { none } from '../base/same.js';
import { memoEach } from '../base/memo.js';
import { documentKinds } from '../documents/registry.js';
import type { AnyDocument, DocumentKind, ParsedDocument } from '../documents/document.js';
import { type ChangesByPath, changesByPath, noteChanges } from './changesByPath.js';
import type { CodeFacts } from './codeFacts.js';
import type { GitFacts } from './git/gitFacts.js';
import type { RecordedItems } from './recordedItems.js';

/** After more changes than this everything is sorted again. */
const mostChanges = 100;

/** All documents of one project root (a folder with `docs/specs`), at one moment. */
export interface Project {
  readonly documents: readonly AnyDocument[];
  /** The documents of one kind, in path order. */
  ofKind<K extends DocumentKind>(kind: K): readonly ParsedDocument<K>[];
  /** The spec of an item, by its file name. */
  readonly spec: (item: string) => ParsedDocument<'spec'> | undefined;
  /** What the project as a whole uses: a convention that no document follows is no mistake of a single one. */
  readonly habits: ProjectHabits;
  /** What the source code says; undefined if it was not read. */
  readonly code?: CodeFacts;
  /** What git says of the project; undefined if it was not asked. */
  readonly git?: GitFacts;
  /** What gates have recorded of its items; undefined if the record was not read. */
  readonly record?: RecordedItems;
  /** The hashes of commits that went around the git hooks; undefined if no hook has run in this clone, or that is not known. */
  readonly aroundHooks?: ReadonlySet<string>;
}

export interface ProjectHabits {
  /** At least one spec has a Dependency Surface. */
  readonly dependencySurface: boolean;
  /** At least one acceptance criterion cites a requirement. */
  readonly citedRequirements: boolean;
  /** At least one scenario of a test case has an id. */
  readonly scenarioIds: boolean;
}

/**
 * @param documents in path order.
 * @param before the project at an earlier moment: of it is taken over what no changed document touches.
 */
export function createProject(documents: readonly AnyDocument[], before?: Project): Project {
  const changes = before && changesByPath(before.documents, documents, mostChanges);
  const lists = before && changes ? listsAfter(before, documents, changes) : groupByKind(documents);
  const ofKind = reader(lists);
  const isSameOf = (kind: DocumentKind): boolean => before !== undefined && before.ofKind(kind) === ofKind(kind);
  return {
    documents,
    ofKind,
    spec: before && isSameOf('spec') ? before.spec : specByItem(ofKind('spec')),
    // When they are asked for, as they read documents.
    get habits() {
      const [specs, testCases] = [ofKind('spec'), ofKind('testCase')];
      return habitsOf(specs, { testCases }, () => habitsAmong(specs, testCases));
    },
  };
}

// By the list of specs, which stays until one changes.
const habitsOf = memoEach<readonly ParsedDocument<'spec'>[], { readonly testCases: TestCases }, ProjectHabits>();

type TestCases = readonly ParsedDocument<'testCase'>[];

function habitsAmong(specs: readonly ParsedDocument<'spec'>[], testCases: TestCases): ProjectHabits {
  return {
    dependencySurface: specs.some(({ facts }) => facts.dependencySurface !== undefined),
    citedRequirements: specs.some(({ facts }) => facts.citesRequirements),
    scenarioIds: testCases.some(({ facts }) => facts.scenarioIds),
  };
}

export const noHabits: ProjectHabits = { dependencySurface: false, citedRequirements: false, scenarioIds: false };

/** What is used by these documents, too: the very object if that is no more. */
export function habitsWith(before: ProjectHabits, documents: readonly AnyDocument[]): ProjectHabits {
  const { dependencySurface, citedRequirements, scenarioIds } = before;
  if (dependencySurface && citedRequirements && scenarioIds) return before;
  const own = habitsAmong(
    documents.filter((document) => document.kind === 'spec'),
    documents.filter((document) => document.kind === 'testCase'),
  );
  const now = {
    dependencySurface: dependencySurface || own.dependencySurface,
    citedRequirements: citedRequirements || own.citedRequirements,
    scenarioIds: scenarioIds || own.scenarioIds,
  };
  return isSameHabits(before, now) ? before : now;
}

export function isSameHabits(one: ProjectHabits, other: ProjectHabits): boolean {
  return (
    one.citedRequirements === other.citedRequirements &&
    one.dependencySurface === other.dependencySurface &&
    one.scenarioIds === other.scenarioIds
  );
}

/** On its own, so that a project does not hold the one before it. */
function reader(lists: Lists): Project['ofKind'] {
  return <K extends DocumentKind>(kind: K) => (lists.get(kind) ?? none) as unknown as readonly ParsedDocument<K>[]; // the map is keyed by the documents' own kind
}

type Lists = ReadonlyMap<DocumentKind, readonly ParsedDocument[]>;

function groupByKind(documents: readonly AnyDocument[]): Lists {
  const lists = new Map<DocumentKind, AnyDocument[]>();
  for (const document of documents) {
    const list = lists.get(document.kind);
    if (list) list.push(document);
    else lists.set(document.kind, [document]);
  }
  return lists;
}

/** The lists before, except for the kinds of which a document came, went or changed. */
function listsAfter(
  before: Project,
  documents: readonly AnyDocument[],
  { removed, added }: ChangesByPath<AnyDocument>,
): Lists {
  const lists = new Map<DocumentKind, readonly ParsedDocument[]>();
  for (const kind of documentKinds) {
    const old: readonly ParsedDocument[] = before.ofKind(kind);
    const [gone, come] = [removed, added].map((some) => some.filter((document) => document.kind === kind));
    lists.set(kind, replaced(old, gone ?? [], come ?? []) ?? documents.filter((document) => document.kind === kind));
  }
  return lists;
}

/** The list with new documents in the places of old ones; undefined if one came or went. */
function replaced(
  list: readonly ParsedDocument[],
  removed: readonly ParsedDocument[],
  added: readonly ParsedDocument[],
): readonly ParsedDocument[] | undefined {
  if (removed.length === 0 && added.length === 0) return list;
  if (removed.length !== added.length) return undefined;
  const after = [...list];
  for (const document of added) {
    const at = placeOf(list, document.path);
    if (at < 0) return undefined;
    after[at] = document;
  }
  const places = placesByItem.get(list);
  if (places) placesByItem.set(after, places);
  noteChanges(list, after, { removed, added });
  return after;
}

type Specs = readonly ParsedDocument<'spec'>[];

/** Where the spec of an item is in a list: for as long as none comes or goes, each is in its place. */
const placesByItem = new WeakMap<readonly ParsedDocument[], ReadonlyMap<string, number>>();

function specByItem(specs: Specs): Project['spec'] {
  const places = placesByItem.get(specs) ?? placesIn(specs);
  placesByItem.set(specs, places);
  return (item) => specs[places.get(item) ?? -1];
}

function placesIn(specs: Specs): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [place, { item }] of specs.entries()) if (item !== undefined) places.set(item, place);
  return places;
}

/** Where the document with this path is among those in path order; -1 where it is not there. */
export function placeOf(documents: readonly Pick<AnyDocument, 'path'>[], path: string): number {
  let from = 0;
  let to = documents.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((documents[middle]?.path ?? '') < path) from = middle + 1;
    else to = middle;
  }
  return documents[from]?.path === path ? from : -1;
}
