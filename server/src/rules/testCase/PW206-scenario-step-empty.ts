import { defineRule, type Report } from '../rule.js';
import { mayBeEmpty } from '../support/steps.js';
import { scenarioLabel } from './scenarioLabel.js';

const anyWord = /[^\s:;,.…*_-]/u;

export const scenarioStepEmpty = defineRule({
  code: 'PW206',
  name: 'scenario-step-empty',
  summary: 'A step of a scenario has no text',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'A keyword alone gives nothing to set up, do or check.',
  fix: 'After the keyword, write what is given, done or expected, or remove the line.',
  pactkit: '`lint-testcase` accepts the bare word.',
  suspects: ({ model }) => model.scenarios.some(({ steps }) => mayBeEmpty(steps)),
  *check({ model }): Generator<Report> {
    for (const scenario of model.scenarios) {
      for (const { keyword, keywordSpan } of scenario.steps.filter(({ text }) => !anyWord.test(text.value)))
        yield {
          span: keywordSpan,
          anchor: `${scenario.id?.value ?? scenario.name.value} ${keyword}`,
          message: `${scenarioLabel(scenario)}: this ${keyword} has no text, so there is nothing to test. Complete it, or remove the line.`,
        };
    }
  },
});
