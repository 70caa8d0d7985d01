import { defineRule } from '../rule.js';
import { type MainKeyword, mainKeyword, haveUnusualSteps } from '../support/steps.js';
import { specCheck } from '../support/specCheck.js';

export const criterionStepDoubled = defineRule({
  code: 'PW111',
  name: 'criterion-step-doubled',
  summary: 'A criterion repeats Given, When or Then where And continues the step',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'And says that two steps belong together. A repeated keyword looks like the start of a second criterion, and two When steps often are two criteria.',
  fix: 'The quick fix writes And. If the two are separate cases, make them two criteria. Specs of archived items are skipped.',
  pactkit: 'PactKit allows this.',
  suspects: ({ model }) => haveUnusualSteps(model.criteria),
  check: specCheck('silent', function* ({ model }) {
    for (const { id, steps } of model.criteria) {
      let previous: MainKeyword | undefined;
      for (const step of steps) {
        const keyword = mainKeyword(step);
        if (keyword !== undefined && keyword === previous)
          yield {
            span: step.keywordSpan,
            anchor: `doubled ${keyword} of ${id}`,
            message: `${id} has a second ${keyword} right after the first, which looks like a new case. Write And, or make it a separate criterion.`,
            fix: { title: 'Write And', safe: true, edits: [{ span: step.keywordSpan, newText: 'And' }] },
          };
        previous = keyword ?? previous;
      }
    }
  }),
});
