import type { ParsedDocument } from '../documents/document.js';
import type { Span } from '../markdown/span.js';
import { entriesOf } from '../rules/board/entries.js';
import type { Finding } from '../rules/finding.js';
import type { ItemTrace, ScenarioTrace, TestTrace } from '../trace/graph.js';
import type { FeatureContext } from './featureContext.js';
import type { FilePlace } from './filePlace.js';
import { isDrift, itemFindings, itemStanding } from './itemStanding.js';
import { plural } from './storyCard.js';

export interface CodeLens {
  readonly span: Span;
  readonly title: string;
  readonly opens: LensTarget;
}

/** What a lens opens: an item in the trace view, or the places it counts. */
export type LensTarget =
  | { readonly kind: 'trace'; readonly item: string }
  | { readonly kind: 'places'; readonly places: readonly FilePlace[] }
  | { readonly kind: 'findings'; readonly findings: readonly Finding[] };

/**
 * What stands above the title of a spec and the entries of a board (section, tasks, criteria, drifts), above requirements and
 * criteria (scenarios and tests) and above scenarios (tests). Tests are counted where the source code was read.
 */
export function codeLenses(context: FeatureContext): readonly CodeLens[] {
  const { document } = context;
  switch (document.kind) {
    case 'spec':
      return specLenses(context, document);
    case 'board':
      return entriesOf(document.model).flatMap(({ id, headingSpan }) =>
        itemLenses(context, id && context.trace.item(id.value), headingSpan, 'board'),
      );
    case 'testCase':
      return testCaseLenses(context, document);
    default:
      return [];
  }
}

function specLenses(context: FeatureContext, { item: id, model }: ParsedDocument<'spec'>): readonly CodeLens[] {
  const item = id === undefined ? undefined : context.trace.item(id);
  if (!item) return [];
  const { requirements, criteria } = item.coverage;
  return [
    ...(model.title ? itemLenses(context, item, model.title.heading.span, 'spec') : []),
    ...requirements.map(({ requirement, scenarios, tests }) =>
      coverageLens(context, item, requirement.heading.span, scenarios, tests),
    ),
    ...criteria.map(({ criterion, scenarios, tests }) =>
      coverageLens(context, item, criterion.heading.span, scenarios, tests),
    ),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** `In Progress · 3/5 tasks · 4/6 AC tested`, and the drifts beside it, as they are opened elsewhere. */
function itemLenses(
  context: FeatureContext,
  item: ItemTrace | undefined,
  span: Span,
  on: 'spec' | 'board',
): readonly CodeLens[] {
  if (!item) return [];
  const { section, status, tasks, criteria } = itemStanding(context, item);
  // Where it stands on the board is seen on the board; there the spec's word is news.
  const state = on === 'spec' ? (section ?? 'not on the board') : status && `spec: ${status}`;
  const parts = [
    ...(state ? [state] : []),
    ...(tasks.of > 0 ? [`${tasks.done}/${tasks.of} tasks`] : []),
    ...(criteria.of > 0
      ? [`${criteria.done}/${criteria.of} AC ${criteria.by === 'test' ? 'tested' : 'with a scenario'}`]
      : []),
  ];
  const drifts = itemFindings(context, item).filter(isDrift);
  return [
    ...(parts.length > 0 ? [{ span, title: parts.join(' · '), opens: { kind: 'trace', item: item.id } } as const] : []),
    ...(drifts.length > 0
      ? [{ span, title: plural(drifts.length, 'drift'), opens: { kind: 'findings', findings: drifts } } as const]
      : []),
  ];
}

function coverageLens(
  { project }: FeatureContext,
  item: ItemTrace,
  span: Span,
  scenarios: readonly ScenarioTrace[],
  tests: readonly TestTrace[],
): CodeLens {
  const title = [plural(scenarios.length, 'scenario'), ...(project.code ? [plural(tests.length, 'test')] : [])];
  const places = [
    ...scenarios.map(({ document, scenario }) => ({ file: document, span: scenario.headingSpan })),
    ...tests.map(testPlace),
  ];
  return {
    span,
    title: title.join(' · '),
    // A list of nothing opens nothing.
    opens: places.length > 0 ? { kind: 'places', places } : { kind: 'trace', item: item.id },
  };
}

function testCaseLenses(
  { project, trace }: FeatureContext,
  { item: id, path }: ParsedDocument<'testCase'>,
): readonly CodeLens[] {
  const item = id === undefined ? undefined : trace.item(id);
  if (!item || !project.code) return [];
  return item.coverage.scenarios.flatMap(({ document, scenario, tests }): readonly CodeLens[] =>
    document.path === path
      ? [
          {
            span: scenario.headingSpan,
            title: plural(tests.length, 'test'),
            opens:
              tests.length > 0 ? { kind: 'places', places: tests.map(testPlace) } : { kind: 'trace', item: item.id },
          },
        ]
      : [],
  );
}

function testPlace({ file, test }: TestTrace): FilePlace {
  return { file, span: test.name.span };
}
