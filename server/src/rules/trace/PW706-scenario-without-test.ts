import { isDone } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { scenarioLabel } from '../testCase/scenarioLabel.js';

export const scenarioWithoutTest = defineRule({
  code: 'PW706',
  name: 'scenario-without-test',
  summary: 'The item is done, and no test that runs names a scenario of it',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A scenario that no test tries out was true at most once. Where tests name what they test, one that is missing can be seen before it is missed.',
  ok: '`## TC-1: reload (AC1)` in the test cases, and `test("STORY-001/AC1 keeps the cart on reload")` in the code.',
  notOk: '`## TC-2: expiry (AC2)` in the test cases of a done item, and no test that names TC-2 or AC2 of it.',
  fix: 'Write the test, or put the id into the one there is: its name, its suite, a comment or a tag. `STORY-001/AC2` is enough; `AC2` alone where test, suite or file name the item. It is reported only where the project keeps the convention `tests`: most done items have tests that name a criterion or scenario, or the configuration requires them. Archived items are left alone.',
  pactkit: 'PactKit searches the tests for the story’s id and for words of the criteria.',
  *check(document, { item, archived, codeRead, conventions }) {
    if (archived || !item || codeRead !== 'whole' || !conventions.tests.enforced || !isDone(item)) return;
    const own = item.coverage.scenarios.filter((scenario) => scenario.document === document);
    const without = own.filter(({ tests }) => tests.every(({ test }) => test.skipped));
    if (without.length === 0) return;
    if (without.length === own.length && own.length > 1) {
      yield {
        span: titlePlace(document),
        anchor: 'tests',
        message: `${item.id} is done, but no test that runs names any of its ${own.length} scenarios, so nothing shows that it still works. Write \`${item.id}/AC1\` and the like into the tests there are, or write them.`,
      };
      return;
    }
    for (const { scenario, tests } of without) {
      const [skipped] = tests;
      const ids = [scenario.id?.value, ...scenario.cites.map(({ value }) => value)].filter((id) =>
        id?.match(/^(?:AC|TC)/u),
      );
      yield {
        span: scenario.id?.span ?? scenario.headingSpan,
        anchor: scenario.id?.value ?? scenario.name.value,
        message: skipped
          ? `${scenarioLabel(scenario)} is tested by tests only that are skipped, so nothing shows that it still works. Let one of them run.`
          : `No test names ${scenarioLabel(scenario)}${ids.length > 1 ? ' or what it shows' : ''}, so nothing shows that it still works. Put \`${item.id}/${ids.at(-1) ?? 'AC1'}\` into the name of its test, or write one.`,
        related: tests.slice(0, 5).map(({ file, test }) => ({
          document: file,
          span: test.name.span,
          message: 'This test is skipped',
        })),
      };
    }
  },
});
