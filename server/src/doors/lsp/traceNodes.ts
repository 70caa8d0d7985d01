import type { ParsedDocument } from '../../documents/document.js';
import type { Span } from '../../markdown/span.js';
import type { Place, TraceNodeView } from '../../protocol.js';
import type { ItemGaps } from '../../trace/gaps.js';
import type { CriterionTrace, DeferralTrace, RequirementTrace, ScenarioTrace, TestTrace } from '../../trace/graph.js';
import { placeIn } from './places.js';

/** What makes rows of the trace view of the parts of one item. */
export interface TraceNodes {
  readonly requirement: (trace: RequirementTrace) => TraceNodeView;
  readonly criterion: (trace: CriterionTrace) => TraceNodeView;
  readonly scenario: (trace: ScenarioTrace) => TraceNodeView;
  readonly test: (trace: TestTrace) => TraceNodeView;
  readonly inSpec: (span: Span) => { readonly place?: Place };
}

export function createTraceNodes(
  uriOf: (path: string) => string,
  gaps: ItemGaps,
  spec: ParsedDocument<'spec'> | undefined,
): TraceNodes {
  const inSpec = (span: Span): { readonly place?: Place } => (spec ? { place: placeIn(uriOf, spec, span) } : {});

  const test = (trace: TestTrace): TraceNodeView => {
    const {
      file,
      test: { name, suites },
    } = trace;
    return {
      ...leaf('test', name.value, file.path),
      key: [file.path, ...suites.map((suite) => suite.name.value), name.value].join(' > '),
      gaps: gaps.test(trace),
      place: placeIn(uriOf, file, name.span),
    };
  };

  const deferral = ({ file, deferral: { text, span } }: DeferralTrace): TraceNodeView => ({
    ...leaf('deferral', text.value, file.path),
    place: placeIn(uriOf, file, span),
  });

  const scenario = (trace: ScenarioTrace): TraceNodeView => {
    const { id, name, headingSpan } = trace.scenario;
    return {
      ...(id ? leaf('scenario', id.value, name.value) : leaf('scenario', name.value, '')),
      gaps: gaps.scenario(trace),
      place: placeIn(uriOf, trace.document, headingSpan),
      children: trace.tests.map(test),
    };
  };

  const criterion = (trace: CriterionTrace): TraceNodeView => {
    const { id, name, idSpan } = trace.criterion;
    return {
      ...leaf('criterion', id, name.value),
      gaps: gaps.criterion(trace),
      ...inSpec(idSpan),
      children: [...trace.scenarios.map(scenario), ...testsBeside(trace.tests, trace.scenarios)],
    };
  };

  const requirement = (trace: RequirementTrace): TraceNodeView => {
    const { id, name, level, idSpan } = trace.requirement;
    const through = new Set(trace.criteria.flatMap(({ scenarios }) => scenarios));
    const direct = trace.scenarios.filter((one) => !through.has(one));
    return {
      ...leaf('requirement', id, [level?.value, name.value].filter(Boolean).join(' · ')),
      gaps: gaps.requirement(trace),
      ...inSpec(idSpan),
      children: [
        ...trace.criteria.map(criterion),
        ...direct.map(scenario),
        ...testsBeside(trace.tests, [...trace.criteria, ...direct]),
        ...trace.deferrals.map(deferral),
      ],
    };
  };

  /** Each test is as deep as possible, and there only. */
  const testsBeside = (
    tests: readonly TestTrace[],
    below: readonly { readonly tests: readonly TestTrace[] }[],
  ): TraceNodeView[] => {
    const shown = new Set(below.flatMap((one) => one.tests));
    return tests.filter((one) => !shown.has(one)).map(test);
  };

  return { requirement, criterion, scenario, test, inSpec };
}

/** A row without rows below it; its label is its name among its siblings. */
export function leaf(kind: TraceNodeView['kind'], label: string, description: string): TraceNodeView {
  return { kind, key: label, label, description, gaps: [], children: [] };
}
