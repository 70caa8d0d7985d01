import { isDone } from '../drift/boardState.js';
import { defineRule } from '../rule.js';
import { titlePlace } from '../support/place.js';
import { scenarioLabel } from '../testCase/scenarioLabel.js';

export const scenarioWithoutTest = defineRule({
  code: 'PW706',
  name: 'scenario-without-test',
  summary: 'The item is done, but no active test names one of its scenarios',
  severity: 'warning',
  needs: 'code',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A scenario without a test was true at most once. If tests name what they test, missing ones are easy to see.',
  fix: 'Write the test, or add the id to the existing one: in its name, its suite, a comment or a tag. `STORY-001/AC2` is enough, or just `AC2` if the test, suite or file names the item. Reported only if the project follows the convention `tests`: most done items have tests that name a criterion or scenario, or the configuration requires them. Archived items are skipped.',
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
        message: `${item.id} is done, but no active test names any of its ${own.length} scenarios, so nothing shows that it still works. Add ids such as \`${item.id}/AC1\` to the existing tests, or write them.`,
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
        // One that is only skipped has its test.
        ...(scenario.id && !skipped ? { scenario: scenario.id.value } : {}),
        message: skipped
          ? `${scenarioLabel(scenario)} only has skipped tests, so nothing shows that it still works. Enable one of them.`
          : `No test names ${scenarioLabel(scenario)}${ids.length > 1 ? ' or what it shows' : ''}, so nothing shows that it still works. Add \`${item.id}/${ids.at(-1) ?? 'AC1'}\` to the name of its test, or write one.`,
        related: tests.slice(0, 5).map(({ file, test }) => ({
          document: file,
          span: test.name.span,
          message: 'This test is skipped',
        })),
      };
    }
  },
});
