import type { Gap } from '../trace/gaps.js';
import type { Stage } from '../trace/graph.js';
import type { Place } from './place.js';

/** Request without parameters; answers with one `TraceProjectView` per project root. */
export const traceItemsRequest = 'pactwright/traceItems';

/** Request with an `ItemReference`; answers with what can be followed from the item on, or null for an unknown one. */
export const traceItemRequest = 'pactwright/traceItem';

/** Request with an `ItemReference`; answers with Markdown that tells what changes with the item, or null for an unknown one. */
export const impactRequest = 'pactwright/impact';

/** Request with `{ root, hash }`; answers with a commit as plain text, or null if the history does not hold it. */
export const commitRequest = 'pactwright/commit';

/** Command of the client with (item, root): shows an item in the trace view. */
export const openTraceCommand = 'pactwright.openTrace';

/** Command of the client with (root, hash): shows a commit. */
export const openCommitCommand = 'pactwright.openCommit';

export type { Gap as TraceGap, Stage as TraceStage };

export interface ItemReference {
  /** URI of the project root. */
  readonly root: string;
  readonly item: string;
  /** One requirement of the item, where only it is meant. */
  readonly requirement?: string | undefined;
}

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
  readonly stage: Stage;
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
  readonly gaps: readonly Gap[];
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

export interface TraceRequests {
  readonly [traceItemsRequest]: { readonly params: undefined; readonly answer: readonly TraceProjectView[] };
  readonly [traceItemRequest]: { readonly params: ItemReference; readonly answer: TraceItemDetail | null };
  readonly [impactRequest]: { readonly params: ItemReference; readonly answer: string | null };
  readonly [commitRequest]: {
    readonly params: { readonly root: string; readonly hash: string };
    readonly answer: string | null;
  };
}
