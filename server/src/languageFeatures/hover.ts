import type { AnyDocument } from '../documents/document.js';
import { contains, type Located, type Span } from '../markdown/span.js';
import { allRules } from '../rules/registry.js';
import type { ItemTrace, ScenarioTrace, TestTrace } from '../trace/graph.js';
import type { IdTarget } from '../trace/idReferences.js';
import { describeRule } from './completionRules.js';
import type { FeatureContext } from './featureContext.js';
import type { FilePlace } from './filePlace.js';
import { idsAt } from './idsAt.js';
import { itemStanding, sectionOf } from './itemStanding.js';
import { escapeMarkdown, markdownLink } from './markdownText.js';
import { describeCriterion, describeRequirement, describeSteps } from './specParts.js';
import { storyCard, type UriOf } from './storyCard.js';

export interface Hover {
  readonly span: Span;
  /** Markdown; what comes from documents, code and commits is escaped in it. */
  readonly markdown: string;
}

/**
 * What is known of the thing at an offset: of an item its card, of a requirement or criterion its text and what covers it, of
 * a scenario its steps and tests, of a rule code in a suppression comment the rule, of a spec's Status what the board says.
 *
 * @param uriOf for the links in the text.
 */
export function hover(context: FeatureContext, offset: number, uriOf: UriOf): Hover | undefined {
  const { document } = context;
  const code = document.suppressions.flatMap(({ codes }) => codes).find(({ span }) => contains(span, offset));
  if (code) return ruleHover(code);
  const status = statusHover(context, offset);
  if (status) return status;
  const references = idsAt(document, offset);
  const [first] = references;
  const parts = references.flatMap((reference) => describeTarget(context, reference, uriOf) ?? []);
  return first && parts.length > 0 ? { span: first.span, markdown: parts.join('\n\n---\n\n') } : undefined;
}

/** What is known of an item, or of something of an item, as Markdown; undefined if there is no such thing. */
export function describeTarget(
  context: Omit<FeatureContext, 'document'>,
  { kind, id, item: owner }: IdTarget,
  uriOf: UriOf,
): string | undefined {
  const item = context.trace.item(owner);
  if (!item) return undefined;
  switch (kind) {
    case 'item':
      return storyCard(context, item, uriOf);
    case 'requirement':
      return describeOfSpec(context, item, 'requirements', id, uriOf);
    case 'criterion':
      return describeOfSpec(context, item, 'criteria', id, uriOf);
    case 'scenario': {
      const found = item.coverage.scenarios.find(({ scenario }) => scenario.id?.value === id);
      if (!found) return undefined;
      const { name, steps } = found.scenario;
      return joined([
        `**${escapeMarkdown(id)}** ${escapeMarkdown(name.value)}`,
        describeSteps(steps),
        list('Tests', found.tests.map(testPlace), uriOf),
      ]);
    }
  }
}

function describeOfSpec(
  { project }: Pick<FeatureContext, 'project'>,
  { spec, coverage }: ItemTrace,
  kind: 'requirements' | 'criteria',
  id: string,
  uriOf: UriOf,
): string | undefined {
  if (!spec) return undefined;
  const requirement =
    kind === 'requirements' ? coverage.requirements.find((one) => one.requirement.id === id) : undefined;
  const criterion = kind === 'criteria' ? coverage.criteria.find((one) => one.criterion.id === id) : undefined;
  const found = requirement ?? criterion;
  if (!found) return undefined;
  const { scenarios, tests } = found;
  const nothing = scenarios.length === 0 && tests.length === 0;
  return joined([
    requirement ? describeRequirement(spec, requirement.requirement) : '',
    criterion ? describeCriterion(criterion.criterion) : '',
    list(
      'Criteria',
      (requirement?.criteria ?? []).map(({ criterion: one }) => ({
        name: `${one.id} ${one.name.value}`,
        place: { file: spec, span: one.idSpan },
      })),
      uriOf,
    ),
    list('Scenarios', scenarios.map(scenarioPlace), uriOf),
    list('Tests', tests.map(testPlace), uriOf),
    nothing ? (project.code ? 'No scenario and no test yet' : 'No scenario yet') : '',
    list(
      'Deferred',
      (requirement?.deferrals ?? []).map(({ file, deferral }) => ({
        name: deferral.text.value,
        place: { file, span: deferral.span },
      })),
      uriOf,
    ),
  ]);
}

interface NamedPlace {
  readonly name: string;
  readonly place: FilePlace;
}

function scenarioPlace({ document, scenario }: ScenarioTrace): NamedPlace {
  const { id, name, headingSpan } = scenario;
  return { name: [id?.value, name.value].filter(Boolean).join(' '), place: { file: document, span: headingSpan } };
}

function testPlace({ file, test }: TestTrace): NamedPlace {
  const { name, suites, skipped } = test;
  const whole = [...suites.map((suite) => suite.name.value), name.value].join(' › ');
  return { name: skipped ? `${whole} (skipped)` : whole, place: { file, span: name.span } };
}

/** More is useless in a hover. */
const mostListed = 8;

function list(title: string, places: readonly NamedPlace[], uriOf: UriOf): string {
  if (places.length === 0) return '';
  const lines = places.slice(0, mostListed).map(({ name, place: { file, span } }) => {
    const line = file.lines.positionAt(span.start).line + 1;
    return `- ${markdownLink(name === '' ? file.path : name, `${uriOf(file.path)}#L${line}`)}`;
  });
  const more = places.length - lines.length;
  return [`${title}:`, '', ...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n');
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

function ruleHover({ value, span }: Located): Hover | undefined {
  const rule = allRules.find(({ code, name }) => code === value || name === value);
  return rule && { span, markdown: describeRule(rule) };
}

function statusHover(context: FeatureContext, offset: number): Hover | undefined {
  const item = ownItem(context.document, context);
  if (!item?.spec) return undefined;
  const value = item.spec.facts.status;
  if (!value || !contains(value.span, offset)) return undefined;
  const { tasks } = itemStanding(context, item);
  const [entry] = item.entries;
  const section = entry && sectionOf(entry);
  if (section === undefined)
    return { span: value.span, markdown: `${escapeMarkdown(item.id)} is not on the board or in the archive` };
  const done = tasks.of > 0 ? `, ${tasks.done}/${tasks.of} tasks done` : '';
  const where = section === 'Archive' ? 'It is in the archive' : `On the board in ${escapeMarkdown(section)}`;
  return { span: value.span, markdown: `${where}${done}` };
}

/** The item of a spec. */
function ownItem({ kind, item }: AnyDocument, { trace }: FeatureContext): ItemTrace | undefined {
  return kind === 'spec' && item !== undefined ? trace.item(item) : undefined;
}
