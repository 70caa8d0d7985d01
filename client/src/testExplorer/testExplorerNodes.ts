import type {
  TestFunctionView,
  TestItemView,
  TestNodeView,
  TestOutcome,
  TraceItemView,
} from '../../../server/src/protocol.js';

/** What is behind one row of the tree of tests. */
export type TestNode =
  | { readonly kind: 'project'; readonly root: string }
  | { readonly kind: 'item'; readonly root: string; readonly item: TraceItemView }
  /** A criterion or a scenario. */
  | { readonly kind: 'part'; readonly root: string; readonly view: TestNodeView }
  | { readonly kind: 'test'; readonly root: string; readonly view: TestFunctionView };

/** A row below an item, with what is below it. */
export interface TestRow {
  /** Names the row among its siblings, whatever is added above it. */
  readonly key: string;
  readonly node: TestNode;
  readonly rows: readonly TestRow[];
}

/** The rows below an item: criteria, then scenarios and tests that belong to none of them. */
export function testRows(root: string, { criteria, scenarios, tests }: TestItemView): TestRow[] {
  const part = (view: TestNodeView): TestRow => ({
    key: view.key,
    node: { kind: 'part', root, view },
    rows: [...view.scenarios.map(part), ...view.tests.map(test)],
  });
  const test = (view: TestFunctionView): TestRow => ({ key: view.id, node: { kind: 'test', root, view }, rows: [] });
  return [...criteria.map(part), ...scenarios.map(part), ...tests.map(test)];
}

/** What the tests of a criterion or scenario say of it. */
export type TestVerdict =
  | { readonly kind: 'passed' | 'noTest' | 'unknown' }
  | { readonly kind: 'failed' | 'incomplete'; readonly tests: readonly string[]; readonly of: number }
  | { readonly kind: 'skipped' };

/**
 * A criterion has passed only if all its tests have.
 *
 * @param tests the label of each test below it with its outcome; undefined for one that was not run to its end.
 */
export function verdictOf(tests: readonly (readonly [label: string, outcome: TestOutcome | undefined])[]): TestVerdict {
  if (tests.length === 0) return { kind: 'noTest' };
  const labels = (...wanted: readonly (TestOutcome | undefined)[]): string[] =>
    tests.filter(([, outcome]) => wanted.includes(outcome)).map(([label]) => label);
  const failed = labels('failed', 'errored');
  if (failed.length > 0) return { kind: 'failed', tests: failed, of: tests.length };
  if (labels(undefined).length > 0) return { kind: 'unknown' };
  const skipped = labels('skipped');
  if (skipped.length === tests.length) return { kind: 'skipped' };
  return skipped.length > 0 ? { kind: 'incomplete', tests: skipped, of: tests.length } : { kind: 'passed' };
}
