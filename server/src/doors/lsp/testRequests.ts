import { testId } from '../../code/runners/wantedTest.js';
import type { Span } from '../../markdown/span.js';
import {
  type Place,
  type TestFunctionView,
  type TestItemView,
  type TestNodeView,
  testsRequest,
} from '../../protocol.js';
import type { CriterionTrace, ItemTrace, ScenarioTrace, TestTrace } from '../../trace/graph.js';
import type { AnswerRequest } from './answerRequest.js';
import { placeIn } from './places.js';
import type { Session } from './session.js';
import type { TracedProject } from './tracedProject.js';

/** Answers what the editor's tree of tests asks. */
export function registerTestRequests(answer: AnswerRequest, session: Pick<Session, 'traces'>): void {
  answer(testsRequest, null, async ({ root, item }) => {
    const traced = (await session.traces()).find(({ rootUri }) => rootUri === root);
    const found = traced?.trace.item(item);
    return traced && found ? toTestItemView(traced, found) : null;
  });
}

/** The criteria, scenarios and tests of an item: a test is below each part of the item that it is a test of. */
function toTestItemView({ uriOf }: Pick<TracedProject, 'uriOf'>, item: ItemTrace): TestItemView {
  const { coverage, spec, tests } = item;

  const test = ({ file, test: { name, suites } }: TestTrace): TestFunctionView => ({
    id: testId(file, { suites, name }),
    label: name.value,
    path: file.path,
    place: placeIn(uriOf, file, name.span),
  });
  const inSpec = (span: Span): { readonly place?: Place } => (spec ? { place: placeIn(uriOf, spec, span) } : {});
  const scenario = (trace: ScenarioTrace, index: number): TestNodeView => {
    const { id, name, headingSpan } = trace.scenario;
    return {
      key: id?.value ?? `${index}: ${name.value}`,
      label: id?.value ?? name.value,
      title: id ? name.value : '',
      place: placeIn(uriOf, trace.document, headingSpan),
      scenarios: [],
      tests: distinct(trace.tests.map(test)),
    };
  };
  const criterion = (trace: CriterionTrace): TestNodeView => {
    const { id, name, idSpan } = trace.criterion;
    return {
      key: id,
      label: id,
      title: name.value,
      ...inSpec(idSpan),
      scenarios: trace.scenarios.map(scenario),
      tests: distinct(without(trace.tests, trace.scenarios).map(test)),
    };
  };
  const { criteria, scenarios } = coverage;
  const reached = new Set(criteria.flatMap((one) => one.scenarios));
  const loose = scenarios.filter((one) => !reached.has(one));
  return {
    criteria: criteria.map(criterion),
    scenarios: loose.map(scenario),
    tests: distinct(without(tests, [...criteria, ...loose]).map(test)),
  };
}

function without(
  tests: readonly TestTrace[],
  below: readonly { readonly tests: readonly TestTrace[] }[],
): readonly TestTrace[] {
  const shown = new Set(below.flatMap((one) => one.tests));
  return tests.filter((one) => !shown.has(one));
}

/** Tests of one name in one file cannot be told apart, and are run as one. */
function distinct(tests: readonly TestFunctionView[]): readonly TestFunctionView[] {
  const seen = new Set<string>();
  return tests.filter(({ id }) => !seen.has(id) && seen.add(id));
}
