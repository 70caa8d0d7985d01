import { memoFor } from '../../base/memo.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Located } from '../../markdown/span.js';
import { criterionIds } from '../../documents/spec/criterionKey.js';
import type { ItemTrace } from '../../trace/graph.js';
import { isOver } from '../drift/boardState.js';
import { defineRule, type Report } from '../rule.js';
import { isForeign } from '../support/foreignCitation.js';
import { oneSlip } from '../support/oneSlip.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { unreadLabels } from '../support/unreadLabels.js';

export const scenarioCitesUnknownId = defineRule({
  code: 'PW705',
  name: 'scenario-cites-unknown-id',
  summary: 'A scenario names a criterion or requirement that the spec does not have',
  severity: 'error',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A scenario is evidence for what it names. If that is not in the spec, it is evidence for nothing, and the intended criterion has none.',
  fix: 'Name the right one, or add it to the spec if it is missing. A quick fix is offered if changing one letter gives the only one that no scenario names. Refer to other specs with their id: `STORY-012 AC3`. Reported as a warning once the item is done, and as information in the archive. Specs without criteria or requirements are skipped, because other rules report them.',
  pactkit: 'PactKit does not compare the two documents.',
  suspects: ({ model: { scenarios, groups } }, { item }) => {
    if (!item?.spec) return false;
    const known = plainIds(item.spec);
    const namesOther = ({ cites }: Citing): boolean => cites.some(({ value }) => !known.has(value));
    return scenarios.some(namesOther) || groups.some(namesOther);
  },
  *check(document, { item, archived }): Generator<Report> {
    const spec = item?.spec;
    if (!item || !spec) return;
    const known = knownIds(spec);
    const severity = archived ? 'info' : isOver(item) ? 'warning' : 'error';
    for (const places of citedPlaces(document)) {
      const [first] = places;
      if (!first || isForeign(document.text, first.span, 0)) continue;
      const unknown = places.map(({ value }) => value).filter((id) => isUnknown(id, known));
      if (unknown.length === 0) continue;
      const kind = first.value.startsWith('AC') ? 'acceptanceCriteria' : 'requirements';
      const section = findSection(spec.model, kind);
      yield {
        span: first.span,
        anchor: document.text.slice(first.span.start, first.span.end),
        severity,
        message: `${spec.item ?? 'The spec'} has no ${unknown.join(', ')}, so the scenario verifies nothing that was agreed. Name the right one, or add it to the spec.`,
        related: [
          {
            document: spec,
            span: section ? headingPlace(section.heading) : titlePlace(spec),
            message: `The spec has ${[...known[kind]].slice(0, 12).join(', ')}${known[kind].size > 12 ? ' …' : ''}`,
          },
        ],
        ...(places.length === 1 ? correction(first, item) : {}),
      };
    }
  },
});

interface Citing {
  readonly cites: readonly Located[];
}

/** The ids of requirements and criteria that are read. */
const plainIds = memoFor(
  (spec: ParsedDocument<'spec'>): ReadonlySet<string> =>
    new Set(criterionIds(spec).concat(spec.model.requirements.map(({ id }) => id))),
);

interface KnownIds {
  readonly requirements: ReadonlySet<string>;
  readonly acceptanceCriteria: ReadonlySet<string>;
}

/** Includes those in a form that is not read: another rule reports them. */
function knownIds(spec: ParsedDocument<'spec'>): KnownIds {
  const unread = unreadLabels(spec).map(({ label }) => label);
  return {
    requirements: new Set([
      ...spec.model.requirements.map(({ id }) => id),
      ...unread.filter((id) => id.startsWith('R')),
    ]),
    acceptanceCriteria: new Set([...criterionIds(spec), ...unread.filter((id) => id.startsWith('AC'))]),
  };
}

function isUnknown(id: string, { requirements, acceptanceCriteria }: KnownIds): boolean {
  const known = id.startsWith('AC') ? acceptanceCriteria : requirements;
  return known.size > 0 && !known.has(id);
}

/** What scenarios and their groups name, by place: a range names several, and a group's are in all of its scenarios. */
function citedPlaces({ model }: ParsedDocument<'testCase'>): Iterable<readonly Located[]> {
  const places = new Map<number, Map<string, Located>>();
  for (const { cites } of [...model.scenarios, ...model.groups])
    for (const cite of cites) {
      const place = places.get(cite.span.start) ?? new Map<string, Located>();
      places.set(cite.span.start, place.set(cite.value, cite));
    }
  return Array.from(places.values(), (place) => [...place.values()]).sort(
    ([one], [other]) => (one?.span.start ?? 0) - (other?.span.start ?? 0),
  );
}

/** The one that no scenario names, if it is the only one and one letter away. */
function correction({ value, span }: Located, { coverage }: ItemTrace): Pick<Report, 'fix'> {
  const waiting = value.startsWith('AC')
    ? coverage.criteria.filter(({ scenarios }) => scenarios.length === 0).map(({ criterion }) => criterion.id)
    : coverage.requirements.filter(({ scenarios }) => scenarios.length === 0).map(({ requirement }) => requirement.id);
  const [only] = waiting;
  if (only === undefined || waiting.length > 1 || !oneSlip(value, only)) return {};
  return { fix: { title: `Name ${only}`, safe: false, edits: [{ span, newText: only }] } };
}
