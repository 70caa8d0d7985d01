import type { ParsedDocument } from '../../documents/document.js';
import { stepsToFillIn, todo } from '../../documents/toFillIn.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { below } from '../support/writing.js';
import { titlePlace } from '../support/place.js';

export const testCaseWithoutScenarios = defineRule({
  code: 'PW211',
  name: 'test-case-without-scenarios',
  summary: 'A test case document has no scenario',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'The file exists, so the item looks as if it had test cases, but there is nothing in it to test.',
  fix: 'Write at least one scenario: `## TC-1: …` with Given, When and Then below it, or a fence of Gherkin.',
  pactkit: '`lint-testcase` fails without `## TC-1:` and without the bold words Given, When and Then.',
  suspects: ({ model: { scenarios, groups } }) => scenarios.length === 0 && groups.length === 0,
  *check(document) {
    const { format, title } = document.model;
    yield {
      span: title?.span ?? titlePlace(document),
      anchor: 'scenarios',
      message:
        'This file has no scenario, so its item looks tested and is not. Write one: `## TC-1: …` with Given, When and Then below it.',
      ...(format === 'markdown' ? { fix: newScenario(document) } : {}),
    };
  },
});

function newScenario(document: ParsedDocument<'testCase'>): Fix {
  const lines = [`## TC-1: ${todo}`, '', ...stepsToFillIn];
  const end = document.text.trimEnd().length;
  return { title: 'Add a scenario to fill in', safe: false, edits: [below(document, end, lines)] };
}
