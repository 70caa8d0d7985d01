import { defineRule, type Report } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { headingPlace } from '../support/place.js';
import { scenarioLabel } from './scenarioLabel.js';
import { unreadKeywords } from './unreadSteps.js';
import { addingSteps } from '../support/writing.js';

export const scenarioWithoutSteps = defineRule({
  code: 'PW212',
  name: 'scenario-without-steps',
  summary: 'A scenario has no steps',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Its title counts as a test case, but there is nothing to do or check. In a test runner it passes.',
  fix: 'Write its steps: Given, When, Then; or remove the heading.',
  pactkit: '`lint-testcase` does not check individual scenarios.',
  suspects: ({ model: { scenarios, groups } }) =>
    scenarios.some(({ steps }) => steps.length === 0) ||
    // Mostly each is the heading of a scenario.
    groups.some(({ heading }, index) => heading.span.start !== scenarios[index]?.headingSpan.start),
  *check(document): Generator<Report> {
    const { model } = document;
    const empty = model.scenarios.filter(
      (scenario) => scenario.steps.length === 0 && unreadKeywords(document, scenario).size === 0,
    );
    for (const scenario of empty) {
      yield {
        span: scenario.headingSpan,
        anchor: scenario.id?.value ?? scenario.name.value,
        message: `${scenarioLabel(scenario)} has no steps, so there is nothing to test. Write Given, When and Then below it.`,
        fix: addingSteps(document, scenario, ['Given', 'When', 'Then']),
      };
    }
    const filled = new Set(model.scenarios.map(({ group }) => group));
    const starts = new Set(model.scenarios.map(({ headingSpan }) => headingSpan.start));
    for (const group of model.groups) {
      if (filled.has(group) || starts.has(group.heading.span.start)) continue;
      yield {
        span: headingPlace(group.heading),
        anchor: group.id?.value ?? group.heading.text,
        message: `${group.id?.value ?? `"${excerpt(group.heading.text, 40)}"`} has no scenario below it, so there is nothing to test. Write Given, When and Then, or remove the heading.`,
      };
    }
  },
});
