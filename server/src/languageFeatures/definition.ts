import type { Span } from '../markdown/span.js';
import type { EntryTrace, ItemTrace, ScenarioTrace, TestTrace } from '../trace/graph.js';
import type { IdReference } from '../trace/idReferences.js';
import type { FeatureContext } from './featureContext.js';
import type { FilePlace } from './filePlace.js';
import { idsAt } from './idsAt.js';

export interface Definition {
  /** The id that was asked about. */
  readonly origin: Span;
  readonly places: readonly FilePlace[];
}

/**
 * Where the id at an offset leads: from a mention to the spec's title, or to the entry of an item without spec; to the heading
 * of a requirement, criterion or scenario. From a definition to its other ends: of an item the entries and test cases, of a
 * requirement or criterion what covers it, of a scenario its tests.
 */
export function definition({ document, trace }: FeatureContext, offset: number): Definition | undefined {
  const references = idsAt(document, offset);
  const [first] = references;
  if (!first) return undefined;
  const places = references.flatMap((reference) => {
    const item = trace.item(reference.item);
    if (!item) return [];
    return reference.role === 'definition' ? otherEnds(item, reference) : definitionsOf(item, reference);
  });
  return { origin: first.span, places };
}

/** Where an id of an item is defined. */
export function definitionsOf(item: ItemTrace, { kind, id }: Pick<IdReference, 'kind' | 'id'>): readonly FilePlace[] {
  const { requirements, criteria, scenarios } = item.coverage;
  switch (kind) {
    case 'item': {
      if (item.spec) return [specTitle(item.spec)];
      const entries = item.entries.map(entryPlace);
      return entries.length > 0 ? entries : item.testCases.map(testCaseTitle);
    }
    case 'requirement':
      return requirements.flatMap(({ requirement }) => inSpec(item, requirement, id));
    case 'criterion':
      return criteria.flatMap(({ criterion }) => inSpec(item, criterion, id));
    case 'scenario':
      return scenarios.filter(({ scenario }) => scenario.id?.value === id).map(scenarioPlace);
  }
}

function otherEnds(item: ItemTrace, { kind, id }: IdReference): readonly FilePlace[] {
  const { requirements, criteria, scenarios } = item.coverage;
  switch (kind) {
    case 'item':
      return [...item.entries.map(entryPlace), ...item.testCases.map(testCaseTitle)];
    case 'requirement':
      return requirements
        .filter(({ requirement }) => requirement.id === id)
        .flatMap((trace) => [
          ...trace.criteria.flatMap(({ criterion }) => inSpec(item, criterion, criterion.id)),
          ...trace.scenarios.map(scenarioPlace),
          ...trace.tests.map(testPlace),
        ]);
    case 'criterion':
      return criteria
        .filter(({ criterion }) => criterion.id === id)
        .flatMap((trace) => [...trace.scenarios.map(scenarioPlace), ...trace.tests.map(testPlace)]);
    case 'scenario':
      return scenarios.filter(({ scenario }) => scenario.id?.value === id).flatMap(({ tests }) => tests.map(testPlace));
  }
}

function specTitle(spec: NonNullable<ItemTrace['spec']>): FilePlace {
  const { title } = spec.model;
  return { file: spec, span: title?.id?.span ?? title?.heading.textSpan ?? { start: 0, end: 0 } };
}

function testCaseTitle(document: ItemTrace['testCases'][number]): FilePlace {
  const { title } = document.model;
  return { file: document, span: title?.id?.span ?? title?.span ?? { start: 0, end: 0 } };
}

function entryPlace({ document, entry }: EntryTrace): FilePlace {
  return { file: document, span: entry.id?.span ?? entry.headingSpan };
}

function scenarioPlace({ document, scenario }: ScenarioTrace): FilePlace {
  return { file: document, span: scenario.id?.span ?? scenario.headingSpan };
}

function testPlace({ file, test }: TestTrace): FilePlace {
  return { file, span: test.name.span };
}

function inSpec(
  { spec }: ItemTrace,
  part: { readonly id: string; readonly idSpan: Span },
  id: string,
): readonly FilePlace[] {
  return spec && part.id === id ? [{ file: spec, span: part.idSpan }] : [];
}
