import type { AnyDocument, DocumentKind, ParsedDocument } from '../documents/document.js';
import { hasScenarioId } from '../documents/scenarioIds.js';
import type { CodeFacts } from './codeFacts.js';
import type { GitFacts } from './git/gitFacts.js';
import type { RecordedItems } from './recordedItems.js';

/** All documents of one project root (a folder with `docs/specs`), at one moment. */
export interface Project {
  readonly documents: readonly AnyDocument[];
  /** The documents of one kind, in path order. */
  ofKind<K extends DocumentKind>(kind: K): readonly ParsedDocument<K>[];
  /** The spec of an item, by its file name. */
  spec(item: string): ParsedDocument<'spec'> | undefined;
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

/** @param documents in path order. */
export function createProject(documents: readonly AnyDocument[]): Project {
  const byKind = new Map<DocumentKind, AnyDocument[]>();
  for (const document of documents) {
    const list = byKind.get(document.kind);
    if (list) list.push(document);
    else byKind.set(document.kind, [document]);
  }
  const ofKind = <K extends DocumentKind>(kind: K): readonly ParsedDocument<K>[] =>
    (byKind.get(kind) ?? []) as unknown as readonly ParsedDocument<K>[]; // the map is keyed by the documents' own kind
  const specs = new Map<string, ParsedDocument<'spec'>>();
  for (const spec of ofKind('spec')) if (spec.item !== undefined) specs.set(spec.item, spec);
  return {
    documents,
    ofKind,
    spec: (item) => specs.get(item),
    habits: {
      dependencySurface: ofKind('spec').some(({ model }) => model.dependencySurface !== undefined),
      citedRequirements: ofKind('spec').some(({ model }) => model.criteria.some(({ cites }) => cites.length > 0)),
      scenarioIds: ofKind('testCase').some(({ model }) => model.scenarios.some(hasScenarioId)),
    },
  };
}
