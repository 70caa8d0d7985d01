import { defineRule } from '../rule.js';
import { mayBeEmpty } from '../support/steps.js';
import { plainTwin } from '../support/plainTwin.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';

const anything = plainTwin(String.raw`[\p{L}\p{N}]`, 'u');

const plainly = /[A-Za-z0-9]/;

const saysSomething = (text: string): boolean => plainly.test(text) || anything(text).test(text);

export const criterionStepEmpty = defineRule({
  code: 'PW110',
  name: 'criterion-step-empty',
  summary: 'A step of a criterion is empty',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A keyword without text counts as a complete step, but there is nothing to test.',
  fix: 'Write the step, or remove it. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit accepts the bare keyword as a step.',
  suspects: ({ model }) => model.criteria.some(({ steps }) => mayBeEmpty(steps)),
  check: specCheck('info', function* ({ model, text }) {
    for (const { id, span, steps } of model.criteria) {
      for (const step of steps.filter(({ text: { value } }) => !saysSomething(value))) {
        // What a step says may be below its keyword, as a list or on the next line.
        const below = text.slice(step.span.end, steps[steps.indexOf(step) + 1]?.span.start ?? span.end);
        if (saysSomething(below)) continue;
        yield {
          span: step.keywordSpan,
          anchor: `empty ${step.keyword} of ${id}`,
          severity: unlessDone(model, 'warning'),
          message: `The ${step.keyword} step of ${id} is empty, so there is nothing to test. Write it, or remove it.`,
        };
      }
    }
  }),
});
