import { criterionIds } from '../../documents/spec/criterionKey.js';
import { scenarioIds } from '../../trace/coverage.js';
import type { TestMention } from '../../code/sourceFile.js';
import type { ItemTrace, TestTrace } from '../../trace/graph.js';
import { memoFor } from '../../base/memo.js';
import type { Located } from '../../markdown/span.js';
import type { Fix } from '../finding.js';
import { defineProjectRule, type ProjectReport } from '../rule.js';
import { headingPlace, titlePlace } from '../support/place.js';
import { findSection } from '../support/sections.js';
import { unreadLabels } from '../support/unreadLabels.js';

export const testNamesUnknownCriterion = defineProjectRule({
  code: 'PW707',
  name: 'test-names-unknown-criterion',
  summary: 'A test names a criterion, requirement or scenario that its item does not have',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['spec', 'testCase'],
  why: 'The id says what the test proves. If the item has no such id, the test proves nothing that was agreed, and what it does prove looks untested.',
  fix: 'Name the right one, or add it to the spec if it is missing. A requirement only counts right after its item (`STORY-001/R2`), because `R2` can mean many things. Specs without criteria and items without scenarios are skipped. Reported as information for archived items.',
  pactkit: 'PactKit does not check this.',
  *checkProject({ codeRead, trace, ofItem }) {
    if (codeRead === 'none') return;
    for (const id of trace.items) {
      // Of most, after an edit, nothing has to be looked at.
      const item = trace.hasTests(id) ? trace.item(id) : undefined;
      if (item) yield* ofItem(item, () => reportsOf(item));
    }
  },
});

/** What is wrong with the tests of an item; nothing of it leads to board or archive, so it stays when entries move. */
const reportsOf = memoFor(findUnknownIds, ({ substance }) => substance);

type Names = ReadonlyMap<string, readonly string[]>;

/** By kind of id; none of a kind that the documents do not have. */
function namesOf({ spec, testCases }: ItemTrace): Names {
  const unread = spec ? unreadLabels(spec).map(({ label }) => label) : [];
  const scenarios = testCases.flatMap(({ model }) => [
    ...model.scenarios,
    ...model.groups.map(({ id }) => (id ? { id } : {})),
  ]);
  const all: readonly (readonly [string, readonly string[]])[] = [
    ['AC', spec ? [...criterionIds(spec), ...unread] : []],
    ['R', spec ? [...spec.model.requirements.map(({ id }) => id), ...unread] : []],
    ['TC', scenarios.flatMap(scenarioIds)],
  ];
  return new Map(all.map(([kind, ids]) => [kind, [...new Set(ids.filter((id) => id.startsWith(kind)))]]));
}

const directlyBehind = /^[\s/:#([_-]{0,3}$/u;

function findUnknownIds(item: ItemTrace): readonly ProjectReport[] {
  let names: Names | undefined;
  // An id in a suite or in the file's words is of every test there.
  const seen = new Set<Located>();
  return item.tests.flatMap((test) =>
    test.items.flatMap((mention) => {
      if (mention.item !== item.id || mention.ids.length === 0) return [];
      const own = (names ??= namesOf(item));
      return mention.ids.flatMap((id): readonly ProjectReport[] => {
        if (seen.has(id) || !isUnknown(id, own, mention, test)) return [];
        seen.add(id);
        return [toReport(item, test, id, own)];
      });
    }),
  );
}

function isUnknown(id: Located, names: Names, { span }: TestMention, { file }: TestTrace): boolean {
  const kind = kindOf(id.value);
  const own = names.get(kind) ?? [];
  if (own.length === 0 || own.includes(id.value)) return false;
  return kind !== 'R' || directlyBehind.test(file.text.slice(span.end, id.span.start));
}

function kindOf(id: string): string {
  return id.startsWith('AC') ? 'AC' : id.startsWith('TC') ? 'TC' : 'R';
}

function toReport(item: ItemTrace, { file, test }: TestTrace, id: Located, names: Names): ProjectReport {
  const { spec, stage } = item;
  const kind = kindOf(id.value);
  const own = names.get(kind) ?? [];
  const document = kind === 'TC' ? item.testCases[0] : spec;
  const section =
    spec && kind !== 'TC' ? findSection(spec.model, kind === 'R' ? 'requirements' : 'acceptanceCriteria') : undefined;
  return {
    file,
    item: item.id,
    span: id.span.end > id.span.start ? id.span : test.name.span,
    anchor: id.value,
    ...(stage === 'archived' ? { severity: 'info' } : {}),
    message: `${item.id} has no ${id.value}, so this test verifies nothing that was agreed. Name the right one (${own.slice(0, 12).join(', ')}${own.length > 12 ? ' …' : ''}), or add it.`,
    otherFixes: namingAnother(file.text, id, own),
    ...(document
      ? {
          related: [
            {
              document,
              span: section ? headingPlace(section.heading) : titlePlace(document),
              message: `What ${item.id} has`,
            },
          ],
        }
      : {}),
  };
}

/** So many of the ids that there are may have been meant. */
const mostMeant = 3;

/** The ids with the nearest numbers, each written as the test writes its own: `AC7`, `ac_7`. */
function namingAnother(text: string, { value, span }: Located, own: readonly string[]): readonly Fix[] {
  const written = /^\p{L}+[\s_-]?(\d+)$/u.exec(text.slice(span.start, span.end))?.[1];
  if (written === undefined) return [];
  const near = own.toSorted((a, b) => distance(a, value) - distance(b, value)).slice(0, mostMeant);
  return near.map((id) => ({
    title: `Name ${id}`,
    safe: false,
    edits: [{ span: { start: span.end - written.length, end: span.end }, newText: digitsOf(id) }],
  }));
}

function distance(one: string, other: string): number {
  return Math.abs(Number(digitsOf(one)) - Number(digitsOf(other)));
}

function digitsOf(id: string): string {
  return /\d*$/u.exec(id)?.[0] ?? '';
}
