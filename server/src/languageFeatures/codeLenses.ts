import { tallyTasks } from '../documents/board/entryParts.js';
import { registeredKinds } from '../documents/registry.js';
import type { Span } from '../markdown/span.js';
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
 * What is above the title of a spec and the entries of a board (section, tasks, criteria, drifts), above requirements and
 * criteria (scenarios and tests) and above scenarios (tests). Tests are counted where the source code was read.
 */
export function codeLenses(context: FeatureContext): readonly CodeLens[] {
  const { document, trace } = context;
  const items = registeredKinds.get(document.kind).items?.(document) ?? [];
  return [
    ...items.flatMap(({ value, span }) => itemLenses(context, trace.item(value), span)),
    ...coverageLenses(context),
    ...scenarioLenses(context),
  ].sort((a, b) => a.span.start - b.span.start);
}

/** Above the requirements and criteria of a spec. */
function coverageLenses(context: FeatureContext): readonly CodeLens[] {
  const { document, trace } = context;
  const item = document.kind === 'spec' && document.item !== undefined ? trace.item(document.item) : undefined;
  if (!item) return [];
  const { requirements, criteria } = item.coverage;
  return [
    ...requirements.map(({ requirement, scenarios, tests }) =>
      coverageLens(context, item, requirement.heading.span, scenarios, tests),
    ),
    ...criteria.map(({ criterion, scenarios, tests }) =>
      coverageLens(context, item, criterion.heading.span, scenarios, tests),
    ),
  ];
}

/** `In Progress · 3/5 tasks · 4/6 AC tested`, and the drifts beside it, as they are opened elsewhere. */
function itemLenses(context: FeatureContext, item: ItemTrace | undefined, span: Span): readonly CodeLens[] {
  if (!item) return [];
  const { section, status, tasks: all, criteria } = itemStanding(context, item);
  // An item with two entries has tasks in both; the lens of an entry counts its own, as the board's views do.
  const own = item.entries.find(({ document, entry }) => document === context.document && isWithin(span, entry.span));
  const tasks = own ? tallyTasks(own.entry.tasks) : all;
  // Where it is on the board is seen on the board; there the spec's word is news.
  const state = context.document.kind === 'board' ? status && `spec: ${status}` : (section ?? 'not on the board');
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
      ? [{ span, title: `${drifts.length} out of sync`, opens: { kind: 'findings', findings: drifts } } as const]
      : []),
  ];
}

function isWithin(span: Span, outer: Span): boolean {
  return outer.start <= span.start && span.end <= outer.end;
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

/** Above the scenarios of a test case. */
function scenarioLenses({ document: { kind, item: id, path }, project, trace }: FeatureContext): readonly CodeLens[] {
  const item = kind === 'testCase' && id !== undefined ? trace.item(id) : undefined;
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
