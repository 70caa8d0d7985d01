import type { Scenario, TestCase } from '../../documents/testCase/testCase.js';
import type { Located } from '../../markdown/span.js';
import type { ItemTrace } from '../../trace/graph.js';
import { defineRule, type Report } from '../rule.js';
import { hasStatus } from '../../documents/spec/specStatus.js';
import { titlePlace } from '../support/place.js';
import { scenarioKey } from '../../documents/testCase/scenarioIds.js';
import { scenarioLabel } from './scenarioLabel.js';

export const scenarioWithoutId = defineRule({
  code: 'PW202',
  name: 'scenario-without-id',
  summary: 'A scenario has no id such as TC-1',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Tests and reports refer to a scenario by its id, which stays the same when the wording changes. If the project uses no such ids at all, or the item is finished, this is only information.',
  fix: 'Start the heading with an id: `## TC-1: reload keeps the item (AC1)`. Several scenarios below one such heading share its id. Use capitals. In Gherkin, start the name with it or add a tag `@TC-1` above.',
  pactkit: '`lint-testcase` fails if the document has no heading `## TC-1:`, and does not check individual scenarios.',
  suspects: ({ model }) => model.scenarios.some(({ id }) => !id),
  *check(document, { habits, item, archived }): Generator<Report> {
    const { scenarios, title } = document.model;
    const nearly = new Map<Scenario, Located>();
    for (const scenario of scenarios) {
      const title = scenario.id ? undefined : titlesOf(scenario).find(({ value }) => brokenId.test(value));
      if (title) nearly.set(scenario, title);
    }
    // Several scenarios may be below one such heading.
    const titles = new Map(Array.from(nearly.values(), (title) => [title.span.start, title]));
    if (titles.size > 0) yield* nearMisses(document.model, [...titles.values()]);
    const without = scenarios.filter((scenario) => !isNamed(scenario) && !nearly.has(scenario));
    if (without.length === 0) return;
    const lenient = archived || isDone(item) || !habits.scenarioIds ? ({ severity: 'info' } as const) : {};
    if (without.length === scenarios.length && scenarios.length > 1) {
      yield {
        span: title?.span ?? titlePlace(document),
        anchor: 'scenario ids',
        ...lenient,
        message: `None of the ${scenarios.length} scenarios has an id such as TC-1, so tests cannot refer to them. ${wayOut(without)}`,
      };
      return;
    }
    for (const scenario of without) {
      yield {
        span: scenario.headingSpan,
        anchor: scenario.name.value,
        ...lenient,
        message: `${scenarioLabel(scenario)} has no id such as TC-1, so no test can refer to it. Start its heading or name with the next free one.`,
      };
    }
  },
});

/** How scenarios of these forms get their ids. */
function wayOut(scenarios: readonly Scenario[]): string {
  const forms = new Set(scenarios.map(({ form }) => form));
  if (forms.size > 1) return 'Start the name of each with one, as in `TC-1: …`.';
  if (forms.has('gherkin')) return 'Start each name with one, as in `Scenario: TC-1 …`, or put a tag `@TC-1` above.';
  return forms.has('bold')
    ? 'Start each name with one, as in `**TC-1: …**`, or the heading above.'
    : 'Start each heading with one: `## TC-1: …`.';
}

/** No project counts further; to write a number of very many digits out takes long. */
const MOST_DIGITS = 18;

// Nothing that makes it another id may follow, as in `tc-1-a` and `TC 2.1`.
const brokenId = /^(?!TC-\d)[Tt][Cc](?:[ \t_]*|-[ \t]*)0*(0|[1-9]\d{0,17})(?=__(?!\w)|(?![\w-]|\.\d))/u;

/** Whether tests can name it; a heading `## tc-2.1` begins with the id of a group, but of no scenario. */
function isNamed({ id, group }: Scenario): boolean {
  return id !== undefined || group?.id?.value.startsWith('TC-') === true;
}

/** Where its id may be: its own title, and the heading it is below. */
function titlesOf({ name, group }: Scenario): readonly Located[] {
  return group ? [name, { value: group.heading.text, span: group.heading.textSpan }] : [name];
}

/** Each gets the id it nearly has; where that is taken, the next free one, which may not be what is meant. */
function* nearMisses({ groups, scenarios }: TestCase, titles: readonly Located[]): Generator<Report> {
  // A heading `## tc-1` has an id as a group, but takes no number from itself.
  const starts = new Set(titles.map(({ span }) => span.start));
  const ids = [...groups, ...scenarios].flatMap(({ id }) => (id && !starts.has(id.span.start) ? id.value : []));
  const taken = new Set(ids.flatMap((id) => scenarioKey(id) ?? []));
  const misses = titles.map(({ value, span: { start } }) => {
    const [written = '', number = ''] = brokenId.exec(value) ?? [];
    return { written, number, span: { start, end: start + written.length } };
  });
  // What another one nearly has is not free, either.
  let highest = 0n;
  for (const number of [...taken, ...misses.map(({ number }) => number)])
    if (number.length <= MOST_DIGITS && BigInt(number) > highest) highest = BigInt(number);
  for (const { written, number, span } of misses) {
    const id = `TC-${number}`;
    const problem = `"${written}" is not a valid scenario id, so no test can refer to it.`;
    if (taken.has(number)) {
      yield { span, message: `${problem} ${id} is taken, so write TC-${++highest}.` };
      continue;
    }
    taken.add(number);
    yield {
      span,
      message: `${problem} Write ${id}.`,
      fix: { title: `Write ${id}`, safe: true, edits: [{ span, newText: id }] },
    };
  }
}

function isDone(item: ItemTrace | undefined): boolean {
  return item?.spec !== undefined && hasStatus(item.spec, 'Done');
}
