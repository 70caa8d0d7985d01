import { defineRule } from '../rule.js';
import { headingPlace } from '../support/place.js';
import { unlessDone } from '../support/unlessDone.js';
import { listed, mentions, withoutStep } from '../support/steps.js';
import { specCheck } from '../support/specCheck.js';

export const criterionStepMissing = defineRule({
  code: 'PW108',
  name: 'criterion-step-missing',
  summary: 'A criterion has steps, but none for Given, When or Then',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A criterion says from where one starts (Given), what happens (When) and what must then be true (Then). A word in passing, such as "when" in a Then step, is no step: whoever writes the test has to guess the missing one.',
  ok: '### AC1: Reload keeps the cart (R1)\n\n- **Given** a cart with one item\n- **When** the page is reloaded\n- **Then** the item is still there\n',
  notOk:
    '### AC1: Reload keeps the cart (R1)\n\n- **Given** a cart with one item\n- **Then** the item is still there when the page is reloaded\n',
  fix: 'Write the missing step on a line of its own, with the keyword at its start. In a spec whose Status is Done or whose item is in the archive this is information.',
  pactkit:
    'PactKit looks for the three words anywhere in the criterion (E007), so a keyword in running text is enough for it. Where not even that is there, E007 speaks instead of this rule.',
  check: specCheck('info', function* (document) {
    for (const { heading, id, span, steps } of document.model.criteria) {
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
        message: `${id} has no ${words} step: the ${missing.length > 1 ? 'words stand' : 'word stands'} only in its text, where no tool and hardly a reader sees a step. Give ${missing.length > 1 ? 'each' : 'it'} a line that begins with the keyword.`,
      };
    }
  }),
});
