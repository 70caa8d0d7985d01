import type { Step, StepKeyword } from '../../documents/steps.js';
import { defineRule } from '../rule.js';
import { unlessDone } from '../support/unlessDone.js';
import { mainKeyword, haveUnusualSteps } from '../support/steps.js';
import { specCheck } from '../support/specCheck.js';

const ranks: Readonly<Record<StepKeyword, number>> = { Given: 1, When: 2, Then: 3, And: 0, But: 0, '*': 0 };

/** Whether no keyword is below a later one, and nothing is continued that has not started; so nearly all are written. */
function isInOrder(steps: readonly Step[]): boolean {
  let highest = 0;
  for (const { keyword } of steps) {
    const rank = ranks[keyword];
    if (rank === 0 ? highest === 0 && keyword !== '*' : rank < highest) return false;
    if (rank > 0) highest = rank;
  }
  return true;
}

/** The first step that is where its keyword makes no sense, and the keyword it should follow or precede. */
function misplaced(steps: readonly Step[]): { step: Step; message: string } | undefined {
  if (isInOrder(steps)) return undefined;
  const last = new Map(steps.map(({ keyword }, index) => [keyword, index]));
  let previous: 'Given' | 'When' | 'Then' | undefined;
  for (const [index, step] of steps.entries()) {
    const keyword = mainKeyword(step);
    if (!keyword) {
      if (previous || step.keyword === '*') continue;
      return { step, message: `\`${step.keyword}\` continues a step, but there is none before it` };
    }
    const later = (wanted: 'Given' | 'When'): boolean => (last.get(wanted) ?? -1) > index;
    if (keyword === 'Given' && previous === 'When')
      return { step, message: 'Given comes after When, but it describes the starting state' };
    if (keyword === 'When' && !previous && later('Given'))
      return { step, message: 'When comes before Given, but it describes what happens next' };
    if (keyword === 'Then' && previous !== 'When' && previous !== 'Then' && later('When'))
      return { step, message: 'Then comes before When, but it describes the result' };
    previous = keyword;
  }
  return undefined;
}

export const criterionStepOrder = defineRule({
  code: 'PW109',
  name: 'criterion-step-order',
  summary: 'The steps of a criterion are not in the order Given, When, Then',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The order carries the meaning: start, action, result. Out of order, it is unclear what to set up first and what to check at the end, and And continues the wrong step.',
  fix: 'Put the steps in the order Given, When, Then. After a Then, a new When or a new Given may follow. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit only checks that the words occur.',
  suspects: ({ model }) => haveUnusualSteps(model.criteria),
  check: specCheck('info', function* ({ model }) {
    for (const { id, steps } of model.criteria) {
      const found = misplaced(steps);
      if (!found) continue;
      yield {
        span: found.step.keywordSpan,
        anchor: `order of ${id}`,
        severity: unlessDone(model, 'warning'),
        message: `${id}: ${found.message}. Put the steps in the order Given, When, Then.`,
      };
    }
  }),
});
