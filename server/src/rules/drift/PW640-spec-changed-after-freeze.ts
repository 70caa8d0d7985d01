import type { ParsedDocument } from '../../documents/document.js';
import type { AgreedSpec } from '../../workspace/recordedItems.js';
import { frozenHash } from '../../workspace/recordedItems.js';
import { defineProjectRule, type ProjectReport } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { titlePlace } from '../support/place.js';
import { lostScenarios, type LostScenario } from './agreedScenarios.js';
import { dayOf } from './history.js';
import { type AgreedPart, agreedParts, namedParts, partHashes } from './whatWasAgreed.js';

export const specChangedAfterFreeze = defineProjectRule({
  code: 'PW640',
  name: 'spec-changed-after-freeze',
  summary: 'A spec, or a scenario of its test case, was changed after the gate `act-in` froze it',
  severity: 'error',
  needs: 'git',
  since: '0.1.0',
  documents: ['spec', 'testCase'],
  why: 'Work starts from an agreed text. If the text changes during the work, the work is measured against something that was not agreed, and a difficult requirement can simply be reworded, or its scenario weakened.',
  fix: 'Revert the change. If it is intended, have a person approve it in the editor, which records the new text as agreed. The whole text is compared, except the values of Status and Release, ticks, and formatting. For a scenario, its steps, example rows and cited criteria are compared. Added scenarios, outcomes at the end (`And …`) and rows are fine, because they ask for more. The agreed text is stored in the repository’s git folder, so other clones do not have it. After the gate `done`, PW634 checks the spec instead. Comments cannot turn this rule off.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ project, trace }) {
    for (const [id, { agreed, done }] of project.record ?? []) {
      const spec = project.spec(id);
      if (!agreed || done || !spec) continue;
      yield* scenarioReports(id, spec, trace.item(id)?.testCases ?? [], agreed);
      if (frozenHash(spec) === agreed.hash) continue;
      const { changed, removed } = changedParts(spec, agreed);
      const ids = [...changed.map((part) => part.id), ...removed];
      yield {
        file: spec,
        span: changed[0]?.place ?? titlePlace(spec),
        item: id,
        anchor: 'agreed',
        message: `${ids.length > 0 ? namedParts(ids) : 'The spec'} changed since ${id} was agreed on ${dayOf(agreed.at)}, so the work is no longer measured against the agreed text. Revert the change, or have a person approve it in the editor.`,
        ...(changed.length > 1
          ? {
              related: changed
                .slice(1)
                .map((part) => ({ document: spec, span: part.place, message: `${part.id} changed, too` })),
            }
          : {}),
        commits: [agreed.base],
      };
    }
  },
});

function* scenarioReports(
  id: string,
  spec: ParsedDocument<'spec'>,
  testCases: readonly ParsedDocument<'testCase'>[],
  { at, base, scenarios }: AgreedSpec,
): Iterable<ProjectReport> {
  const lost = lostScenarios(scenarios ?? [], testCases);
  if (lost.length === 0) return;
  const places = lost.flatMap(({ now }) => now ?? []);
  const [document] = testCases;
  const [first, ...others] = places;
  const named = (some: readonly LostScenario[], does: string): readonly string[] =>
    some.length === 0 ? [] : [`${namedParts(some.map(({ name }) => excerpt(name)))} ${does}`];
  const gone = lost.filter(({ now }) => !now);
  const told = [
    ...named(
      lost.filter(({ now }) => now),
      'changed',
    ),
    ...named(gone, gone.length === 1 ? 'was removed' : 'were removed'),
  ];
  yield {
    file: first?.document ?? document ?? spec,
    span: first?.place ?? (document ? (document.model.title?.span ?? { start: 0, end: 0 }) : titlePlace(spec)),
    item: id,
    anchor: 'agreed scenarios',
    message: `In the test case ${told.join(', and ')} since ${id} was agreed on ${dayOf(at)}, so the tests may cover less than was agreed. Revert the change, or have a person approve it in the editor.`,
    ...(others.length > 0
      ? {
          related: others.map((one) => ({
            document: one.document,
            span: one.place,
            message: 'This scenario also changed',
          })),
        }
      : {}),
    commits: [base],
  };
}

/** The requirements and criteria that are new or say something else, and the ids of those that are gone. */
function changedParts(
  spec: ParsedDocument<'spec'>,
  { parts }: AgreedSpec,
): { readonly changed: readonly AgreedPart[]; readonly removed: readonly string[] } {
  if (!parts) return { changed: [], removed: [] };
  const now = partHashes(spec);
  return {
    changed: agreedParts(spec).filter(({ id }) => parts[id] !== now[id]),
    removed: Object.keys(parts).filter((id) => now[id] === undefined),
  };
}
