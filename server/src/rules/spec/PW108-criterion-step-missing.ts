import { defineRule } from '../rule.js';
import { headingPlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { listed, mentions, withoutStep, haveUnusualSteps } from '../support/steps.js';
import { specCheck } from '../support/specCheck.js';
import { addingSteps } from '../support/writing.js';

export const criterionStepMissing = defineRule({
  code: 'PW108',
  name: 'criterion-step-missing',
  summary: 'A criterion has steps, but none for Given, When or Then',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A criterion gives the starting state (Given), the action (When) and the expected result (Then). A "when" in the middle of a Then step is not a step, so whoever writes the test has to guess the missing one.',
  fix: 'Write the missing step on its own line, starting with the keyword. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit looks for the three words anywhere in the criterion (E007), so a keyword in running text is enough. If even that is missing, E007 reports it instead of this rule.',
  suspects: ({ model }) => haveUnusualSteps(model.criteria),
  check: specCheck('info', function* (document) {
    for (const criterion of document.model.criteria) {
      const { heading, id, span, steps } = criterion;
      // A criterion in one sentence ("Given …, when …, then …") has one step at most, at its beginning.
      if (steps.length < 2) continue;
      const absent = withoutStep(steps);
      if (absent.length === 0) continue;
      const text = document.text.slice(span.start, span.end);
      const missing = absent.filter((keyword) => mentions(text, keyword));
      if (missing.length === 0) continue;
      const words = listed(missing);
      yield {
        span: headingPlace(heading),
        anchor: `${id} without ${words}`,
        severity: unlessDone(document.model, 'warning'),
        message: `${id} has no ${words} step: the ${missing.length > 1 ? 'words appear' : 'word appears'} only in running text, which is not a step. Give ${missing.length > 1 ? 'each' : 'it'} a line that starts with the keyword.`,
        fix: addingSteps(document, criterion, missing),
      };
    }
  }),
});
