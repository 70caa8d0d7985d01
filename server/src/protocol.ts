/**
 * What client and server say to each other beyond LSP: message names and the shapes of what they carry. The client imports
 * nothing else from the server.
 */
import type { Range } from './markdown/span.js';

export type { Range };

/** So that editor and server never differ over what an item id is. */
export { findItemIds } from './documents/itemId.js';

/** Request without parameters; answers with one `BoardView` per project root that has a board. */
export const boardsRequest = 'pactwright/boards';

/** Notification without parameters: the answer to `boardsRequest` is no longer what it was. */
export const boardsChangedNotification = 'pactwright/boardsChanged';

/** Request without parameters: reads everything anew from disk and answers with a `LintSummary`. */
export const lintWorkspaceRequest = 'pactwright/lintWorkspace';

/** Notification with a `LintSummary`, after every round of judging. */
export const lintedNotification = 'pactwright/linted';

/** Request with `{ root: string }` (a URI); answers with a `BaselineFile`. */
export const baselineRequest = 'pactwright/baseline';

/** Notification with an `AdoptionOffer`: a project without baseline has more findings than a person would read. */
export const adoptionOfferNotification = 'pactwright/adoptionOffer';

/** Request with `{ code: string }`; answers with the rule's reference as Markdown, or null for an unknown code. */
export const ruleReferenceRequest = 'pactwright/ruleReference';

/** Request without parameters; answers `true` at once. The client asks it to notice a server that hangs. */
export const pingRequest = 'pactwright/ping';

/** Notification without parameters, from the client: the workspace is trusted from now on, so git may be run. */
export const trustGrantedNotification = 'pactwright/trustGranted';

/** Request without parameters; answers with one `TraceProjectView` per project root. */
export const traceItemsRequest = 'pactwright/traceItems';

/** Request with an `ItemReference`; answers with what can be followed from the item on, or null for an unknown one. */
export const traceItemRequest = 'pactwright/traceItem';

/** Request with an `ItemReference`; answers with the tests of an item, or null for an unknown one. */
export const testsRequest = 'pactwright/tests';

/** Request without parameters; answers with one `MatrixView` per project root. */
export const matrixRequest = 'pactwright/matrix';

/** Request with `{ root, item?, gaps?, format }`; answers with the whole file's text, or null for an unknown root or item. */
export const matrixExportRequest = 'pactwright/matrixExport';

/** Request with an `ItemReference`; answers with Markdown that tells what changes with the item, or null for an unknown one. */
export const impactRequest = 'pactwright/impact';

/** Request with `{ root, hash }`; answers with a commit as plain text, or null where the history does not hold it. */
export const commitRequest = 'pactwright/commit';

/** Request with a `LinePosition`; answers with what is known of the id there, or null where there is none. */
export const lineHoverRequest = 'pactwright/lineHover';

/** Request with a `LinePosition`; answers with the places the id there leads to, or null where there is none. */
export const lineDefinitionRequest = 'pactwright/lineDefinition';

/** Request with `{ uri, item }`; answers with the place an item id in that file leads to, or null for an unknown one. */
export const itemTargetRequest = 'pactwright/itemTarget';

/** Command of the client with (uri, position, locations), all as LSP has them: shows the locations beside the position. */
export const showReferencesCommand = 'pactwright.showReferences';

/** Command of the client with (item, root): shows an item in the trace view. */
export const openTraceCommand = 'pactwright.openTrace';

/** Command of the client with (root, hash): shows a commit. */
export const openCommitCommand = 'pactwright.openCommit';

/** Command of the client with (root, item, requirement?): shows what changes with an item or one requirement of it. */
export const openImpactCommand = 'pactwright.openImpact';

/** The scheme of the read-only documents that hold rule references: `pactwright-rule:/PW101.md`. */
export const ruleScheme = 'pactwright-rule';

/** One project's board, ready to be shown. */
export interface BoardView {
  /** URI of the board file. */
  readonly uri: string;
  /** URI of the project root. */
  readonly root: string;
  /** The root's folder name. */
  readonly name: string;
  readonly sections: readonly BoardSectionView[];
}

export interface BoardSectionView {
  readonly title: string;
  readonly kind: 'backlog' | 'inProgress' | 'done' | 'custom';
  readonly range: Range;
  readonly entries: readonly BoardEntryView[];
}

export interface BoardEntryView {
  /** The item id, or undefined where the entry's title has none. */
  readonly id: string | undefined;
  readonly title: string;
  readonly range: Range;
  readonly tasks: readonly BoardTaskView[];
}

export interface BoardTaskView {
  readonly text: string;
  readonly checked: boolean;
  readonly range: Range;
}

export interface LintSummary {
  readonly projects: number;
  readonly documents: number;
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Findings that a baseline leaves out. */
  readonly baselined: number;
}

export interface BaselineFile {
  /** URI of the file to write. */
  readonly uri: string;
  readonly content: string;
  readonly findings: number;
}

export interface AdoptionOffer {
  /** URI of the project root. */
  readonly root: string;
  readonly name: string;
  readonly findings: number;
}

/** What the client tells with `initialize`. */
export interface InitializationOptions {
  /** Whether the workspace is trusted: git, which runs what a repository configures, is run only then. */
  readonly trusted: boolean;
}

export interface Place {
  readonly uri: string;
  readonly range: Range;
}

export interface ItemReference {
  /** URI of the project root. */
  readonly root: string;
  readonly item: string;
  /** One requirement of the item, where only it is meant. */
  readonly requirement?: string;
}

/** One line of a file that the server has not opened. */
export interface LinePosition {
  readonly uri: string;
  readonly text: string;
  /** In UTF-16 units, zero-based. */
  readonly character: number;
}

export interface LineHover {
  /** The stretch of the line that is explained, in UTF-16 units. */
  readonly start: number;
  readonly end: number;
  readonly markdown: string;
}

export interface LineDefinition {
  readonly start: number;
  readonly end: number;
  readonly places: readonly Place[];
}

export type TraceStage = 'unplanned' | 'backlog' | 'inProgress' | 'done' | 'archived';

export interface TraceProjectView {
  /** URI of the project root. */
  readonly root: string;
  /** The root's folder name. */
  readonly name: string;
  readonly items: readonly TraceItemView[];
}

export interface TraceItemView {
  readonly id: string;
  readonly title: string;
  readonly stage: TraceStage;
  readonly criteria: number;
  /** Those of the criteria that have a test; where the source code is not read, a scenario. */
  readonly covered: number;
  readonly coveredBy: 'test' | 'scenario';
  readonly gaps: number;
  /** The spec, else the test case, else the entry. */
  readonly place: Place;
  /** URIs of the documents that are about the item alone. */
  readonly documents: readonly string[];
  /** Another number whenever what can be followed from the item on has changed. */
  readonly revision: number;
}

/** Where the trace breaks off. */
export type TraceGap = 'noCriterion' | 'noScenario' | 'noTest' | 'skipped' | 'unknownId' | 'noFile' | 'noItem';

export interface TraceNodeView {
  readonly kind:
    | 'requirement'
    | 'criterion'
    | 'scenario'
    | 'test'
    | 'deferral'
    | 'dependency'
    | 'file'
    | 'branch'
    | 'worktree'
    | 'commit';
  /** Names the node among its siblings, whatever lines are added above; equal ones are told apart by their order. */
  readonly key: string;
  readonly label: string;
  readonly description: string;
  readonly gaps: readonly TraceGap[];
  readonly place?: Place;
  /** Of a commit. */
  readonly hash?: string;
  readonly children: readonly TraceNodeView[];
}

export interface TraceItemDetail {
  readonly requirements: readonly TraceNodeView[];
  /** Criteria that cite no requirement of the spec. */
  readonly looseCriteria: readonly TraceNodeView[];
  /** Scenarios that cite neither. */
  readonly looseScenarios: readonly TraceNodeView[];
  /** Tests that name the item and nothing in it. */
  readonly looseTests: readonly TraceNodeView[];
  readonly dependencies: readonly TraceNodeView[];
  readonly files: readonly TraceNodeView[];
  readonly branches: readonly TraceNodeView[];
  readonly commits: readonly TraceNodeView[];
}

export interface MatrixView {
  /** URI of the project root. */
  readonly root: string;
  readonly name: string;
  readonly items: readonly MatrixItemView[];
}

export interface MatrixItemView {
  readonly id: string;
  readonly title: string;
  readonly stage: TraceStage;
  readonly place: Place;
  readonly rows: readonly MatrixRowView[];
}

/** One way from a requirement to its tests, as far as it goes. */
export interface MatrixRowView {
  readonly requirement?: MatrixCellView;
  readonly criterion?: MatrixCellView;
  readonly scenario?: MatrixCellView;
  readonly tests: readonly MatrixCellView[];
  readonly gap?: TraceGap;
  /** Whether a note in the code puts the requirement off, so that what is missing is no gap. */
  readonly deferred: boolean;
}

export interface MatrixCellView {
  readonly label: string;
  readonly text: string;
  readonly place: Place;
}

export type MatrixFormat = 'md' | 'csv' | 'html';

/** The criteria of an item with their scenarios and tests, as the tree of tests shows them. */
export interface TestItemView {
  readonly criteria: readonly TestNodeView[];
  /** Scenarios that belong to none of the criteria. */
  readonly scenarios: readonly TestNodeView[];
  /** Tests that name the item only, or parts of it that are none of these. */
  readonly tests: readonly TestFunctionView[];
}

/** A criterion or a scenario. */
export interface TestNodeView {
  /** Names it among its siblings. */
  readonly key: string;
  /** `AC1`, `TC-1`; a scenario without id goes by its name. */
  readonly label: string;
  readonly title: string;
  readonly place?: Place;
  readonly scenarios: readonly TestNodeView[];
  /** Its own tests that stand under none of its scenarios. */
  readonly tests: readonly TestFunctionView[];
}

export interface TestFunctionView {
  /** Names the test within its project: what a run is told to run, and what its events name. */
  readonly id: string;
  readonly label: string;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly place: Place;
}

export type TestOutcome = 'passed' | 'failed' | 'skipped' | 'errored';

/** One line of `--format events`. */
export type TestEvent =
  /** What a runner prints, as it comes. */
  | { readonly event: 'output'; readonly text: string }
  /** `test`: the id of a test that is about to run. */
  | { readonly event: 'started'; readonly test: string }
  | {
      readonly event: 'result';
      readonly test: string;
      readonly status: TestOutcome;
      readonly message?: string;
      readonly durationMs?: number;
      /** Where it went wrong: a line from 0 of the test's own file. */
      readonly line?: number;
    }
  /** The last one of a run that was not broken off: how many tests ended how. */
  | { readonly event: 'done'; readonly counts: Readonly<Record<TestOutcome, number>> };

/** What each request asks and is answered. */
export interface Requests {
  readonly [boardsRequest]: { readonly params: undefined; readonly answer: readonly BoardView[] };
  readonly [lintWorkspaceRequest]: { readonly params: undefined; readonly answer: LintSummary };
  readonly [baselineRequest]: { readonly params: { readonly root: string }; readonly answer: BaselineFile | null };
  readonly [ruleReferenceRequest]: { readonly params: { readonly code: string }; readonly answer: string | null };
  readonly [pingRequest]: { readonly params: undefined; readonly answer: true };
  readonly [traceItemsRequest]: { readonly params: undefined; readonly answer: readonly TraceProjectView[] };
  readonly [traceItemRequest]: { readonly params: ItemReference; readonly answer: TraceItemDetail | null };
  readonly [testsRequest]: { readonly params: ItemReference; readonly answer: TestItemView | null };
  readonly [matrixRequest]: { readonly params: undefined; readonly answer: readonly MatrixView[] };
  readonly [matrixExportRequest]: {
    readonly params: {
      readonly root: string;
      readonly item?: string;
      readonly gaps?: boolean;
      readonly format: MatrixFormat;
    };
    readonly answer: string | null;
  };
  readonly [impactRequest]: { readonly params: ItemReference; readonly answer: string | null };
  readonly [commitRequest]: {
    readonly params: { readonly root: string; readonly hash: string };
    readonly answer: string | null;
  };
  readonly [lineHoverRequest]: { readonly params: LinePosition; readonly answer: LineHover | null };
  readonly [lineDefinitionRequest]: { readonly params: LinePosition; readonly answer: LineDefinition | null };
  readonly [itemTargetRequest]: {
    readonly params: { readonly uri: string; readonly item: string };
    readonly answer: Place | null;
  };
}

/** What each notification from the server carries. */
export interface Notifications {
  readonly [boardsChangedNotification]: undefined;
  readonly [lintedNotification]: LintSummary;
  readonly [adoptionOfferNotification]: AdoptionOffer;
}

/** What each notification from the client carries. */
export interface ClientNotifications {
  readonly [trustGrantedNotification]: undefined;
}
