import type { TestStatus } from '../code/runners/runner.js';
import type { Place } from './place.js';
import type { ItemReference } from './trace.js';

/** Request with an `ItemReference`; answers with the tests of an item, or null for an unknown one. */
export const testsRequest = 'pactwright/tests';

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
  /** `AC1`, `TC-1`; the name of a scenario without id. */
  readonly label: string;
  readonly title: string;
  readonly place?: Place;
  readonly scenarios: readonly TestNodeView[];
  /** Its own tests that are under none of its scenarios. */
  readonly tests: readonly TestFunctionView[];
}

export interface TestFunctionView {
  /** Names the test within its project: what a run is asked to run, and what its events name. */
  readonly id: string;
  readonly label: string;
  /** Relative to the project root, with `/`. */
  readonly path: string;
  readonly place: Place;
}

export type { TestStatus as TestOutcome };

/** One line of `--format events`. */
export type TestEvent =
  /** What a runner prints, as it comes. */
  | { readonly event: 'output'; readonly text: string }
  /** `test`: the id of a test that is about to run. */
  | { readonly event: 'started'; readonly test: string }
  | {
      readonly event: 'result';
      readonly test: string;
      readonly status: TestStatus;
      readonly message?: string;
      readonly durationMs?: number;
      /** Where it went wrong: a line from 0 of the test's own file. */
      readonly line?: number;
    }
  /** The last one of a run that was not canceled: how many tests ended how. */
  | { readonly event: 'done'; readonly counts: Readonly<Record<TestStatus, number>> };

export interface TestRequests {
  readonly [testsRequest]: { readonly params: ItemReference; readonly answer: TestItemView | null };
}
