import type { Step } from '../../documents/steps.js';
import type { Scenario } from '../../documents/testCase/testCase.js';
import { defineRule, type Report } from '../rule.js';
import { haveUnusualSteps } from '../support/steps.js';
import { excerpt } from '../../base/excerpt.js';
import { scenarioLabel } from './scenarioLabel.js';

export const scenarioStepOrder = defineRule({
  code: 'PW205',
  name: 'scenario-step-order',
  summary: 'The steps of a scenario are not in the order Given, When, Then',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['testCase'],
  why: 'Steps run in the order they are written. A Given after a When usually means that two scenarios were merged into one. An And at the start has nothing to continue.',
  fix: 'Move the step, or split the scenario in two. Another When after a Then is fine.',
  pactkit: 'PactKit does not check the order.',
  suspects: ({ model }) => haveUnusualSteps(model.scenarios),
  *check(document): Generator<Report> {
    for (const scenario of document.model.scenarios) {
      const found = firstOutOfOrder(scenario);
      if (!found) continue;
      const { step, before } = found;
      yield {
        span: step.keywordSpan,
        anchor: `${scenario.id?.value ?? scenario.name.value} ${step.keyword} ${step.text.value}`,
        message: before
          ? `${scenarioLabel(scenario)}: ${step.keyword} "${excerpt(step.text.value, 40)}" comes after a ${before.keyword}, but steps run in the order they are written. Move it up, or start a new scenario here.`
          : `${scenarioLabel(scenario)} starts with ${step.keyword}, which has nothing to continue. Start with Given.`,
        ...(before
          ? { related: [{ document, span: before.keywordSpan, message: `Comes after this ${before.keyword}` }] }
          : {}),
      };
    }
  },
});

/** The first step out of order, and the step it should be before; no step where it is the first. */
function firstOutOfOrder({ steps, background }: Scenario): { step: Step; before: Step | undefined } | undefined {
  const [first] = steps;
  if (first && !background && (first.keyword === 'And' || first.keyword === 'But'))
    return { step: first, before: undefined };
  let when: Step | undefined;
  let then: Step | undefined;
  for (const step of steps) {
    if (step.keyword === 'Given') {
      const before = when ?? then;
      if (before) return { step, before };
    } else if (step.keyword === 'When') {
      if (then && !when) return { step, before: then };
      when ??= step;
    } else if (step.keyword === 'Then') then ??= step;
  }
  return undefined;
}
