import { type AnyDocument, type DocumentKind, documentKinds, type ParsedDocument } from '../documents/document.js';
import { hasScenarioId } from '../documents/scenarioIds.js';
import { changesByPath } from './changesByPath.js';
import type { CodeFacts } from './codeFacts.js';
import type { GitFacts } from './git/gitFacts.js';
import type { RecordedItems } from './recordedItems.js';

/** After more changes than this everything is sorted anew. */
const mostChanges = 100;

/** All documents of one project root (a folder with `docs/specs`), at one moment. */
export interface Project {
  readonly documents: readonly AnyDocument[];
  /** The documents of one kind, in path order. */
  ofKind<K extends DocumentKind>(kind: K): readonly ParsedDocument<K>[];
  /** The spec of an item, by its file name. */
  readonly spec: (item: string) => ParsedDocument<'spec'> | undefined;
  /** What the project as a whole makes use of: a convention that nobody keeps is no mistake of a single document. */
  readonly habits: ProjectHabits;
  /** What the source code says; undefined where it was not read. */
  readonly code?: CodeFacts;
  /** What git says of the project; undefined where it was not asked. */
  readonly git?: GitFacts;
  /** What gates have recorded of its items; undefined where the record was not read. */
  readonly record?: RecordedItems;
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
  const changed = before && changedKinds(before.documents, documents);
  const isSame = (...kinds: readonly DocumentKind[]): boolean => !!changed && !kinds.some((kind) => changed.has(kind));
  const lists = new Map<DocumentKind, readonly ParsedDocument[]>();
  // Taken over now: to ask the project before when it is asked for would hold all that ever were.
  if (before) for (const kind of documentKinds) if (isSame(kind)) lists.set(kind, before.ofKind(kind));
  for (const [kind, list] of groupByKind(documents, (kind) => !isSame(kind))) lists.set(kind, list);
  const ofKind = <K extends DocumentKind>(kind: K): readonly ParsedDocument<K>[] =>
    (lists.get(kind) ?? []) as unknown as readonly ParsedDocument<K>[]; // the map is keyed by the documents' own kind
  return {
    documents,
    ofKind,
    spec: before && isSame('spec') ? before.spec : specByItem(ofKind('spec')),
    habits:
      before && isSame('spec', 'testCase')
        ? before.habits
        : {
            dependencySurface: ofKind('spec').some(({ model }) => model.dependencySurface !== undefined),
            citedRequirements: ofKind('spec').some(({ model }) => model.criteria.some(({ cites }) => cites.length > 0)),
            scenarioIds: ofKind('testCase').some(({ model }) => model.scenarios.some(hasScenarioId)),
          },
  };
}

function groupByKind(
  documents: readonly AnyDocument[],
  isWanted: (kind: DocumentKind) => boolean,
): ReadonlyMap<DocumentKind, readonly AnyDocument[]> {
  const byKind = new Map<DocumentKind, AnyDocument[]>();
  for (const document of documents) {
    const { kind } = document;
    if (!isWanted(kind)) continue;
    const list = byKind.get(kind);
    if (list) list.push(document);
    else byKind.set(kind, [document]);
  }
  return byKind;
}

/** The kinds of which any document came, went or changed; undefined where it is not worth while to tell. */
function changedKinds(
  before: readonly AnyDocument[],
  after: readonly AnyDocument[],
): ReadonlySet<DocumentKind> | undefined {
  const changes = changesByPath(before, after, mostChanges);
  return changes && new Set([...changes.removed, ...changes.added].map(({ kind }) => kind));
}

function specByItem(specs: readonly ParsedDocument<'spec'>[]): Project['spec'] {
  const byItem = new Map<string, ParsedDocument<'spec'>>();
  for (const spec of specs) if (spec.item !== undefined) byItem.set(spec.item, spec);
  return (item) => byItem.get(item);
}

/** Where the document with this path stands among those in path order; -1 where it is not there. */
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
