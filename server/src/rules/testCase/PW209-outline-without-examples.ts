import { defineRule, type Report } from '../rule.js';
import { scenarioLabel } from './scenarioLabel.js';

export const outlineWithoutExamples = defineRule({
  code: 'PW209',
  name: 'outline-without-examples',
  summary: 'A Scenario Outline has no example rows',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'An outline runs once for each row of its Examples. Without rows it silently never runs.',
  fix: 'Add `Examples:` with a header row and at least one row below it; in `.feature.md` files the table needs two to five leading spaces. A case without variants is a plain Scenario.',
  pactkit: 'PactKit does not read outlines.',
  suspects: ({ model }) => model.scenarios.some(({ outline }) => outline),
  *check({ model }): Generator<Report> {
    for (const scenario of model.scenarios) {
      if (!scenario.outline || scenario.examples.some(({ rows }) => rows > 0)) continue;
      yield {
        span: scenario.headingSpan,
        anchor: `${scenario.id?.value ?? scenario.name.value} examples`,
        message: `${scenarioLabel(scenario)} is an outline, but ${scenario.examples.length === 0 ? 'has no Examples' : 'its Examples have no row below the header'}: it would never run. Add a row, or make it a plain Scenario.`,
      };
    }
  },
});
