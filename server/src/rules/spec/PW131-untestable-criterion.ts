import type { Step } from '../../documents/steps.js';
import { defineRule } from '../rule.js';
import { isMainlyEnglish } from '../support/english.js';
import { plainTwin } from '../support/plainTwin.js';
import { withoutCode } from '../support/prose.js';
import { mainKeyword } from '../support/steps.js';
import { phrases } from '../support/wording.js';
import { specCheck } from '../support/specCheck.js';

const empty = plainTwin(
  String.raw`(?<![\p{L}\p{N}-])(?:(?:still |also |all )?(?:work|works|worked|working|behave|behaves|function|functions|run|runs|operate|operates|display|displays|displayed|render|renders|rendered|handled|shown) (?:as (?:expected|intended|designed|before|it should)|correctly|properly|fine|well|normally)|(?:as expected|as intended|properly)|without (?:any )?(?:issues|problems)|(?:is|looks|are|look) (?:good|fine|ok|okay))(?![\p{L}\p{N}-])`,
  'giu',
);

/** The Then steps and those that continue them. */
function results(steps: readonly Step[]): Step[] {
  let then = false;
  return steps.filter((step) => {
    const keyword = mainKeyword(step);
    if (keyword) then = keyword === 'Then';
    return then;
  });
}

// One word of every phrase above, to look closer only where it pays.
const sieve =
  /as (?:expected|intended|designed|before|it should)|correctly|properly|issues|problems| (?:fine|good|well|normally|ok)/i;

export const untestableCriterion = defineRule({
  code: 'PW131',
  name: 'untestable-criterion',
  summary: 'A Then step only says that it works',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: '"Works correctly" is what every criterion means. The Then step must say how to tell, so that two people who check it reach the same result.',
  fix: 'Say what is shown, returned or stored when it works. Only English text is checked. Specs of archived items are skipped.',
  pactkit: 'PactKit does not judge wording.',
  suspects: ({ model, text }) => {
    const [first] = model.criteria;
    const last = model.criteria.at(-1);
    return first !== undefined && last !== undefined && sieve.test(text.slice(first.span.start, last.span.end));
  },
  check: specCheck('silent', function* (document) {
    const { criteria } = document.model;
    for (const { id, steps } of criteria) {
      for (const { text } of results(steps)) {
        if (!sieve.test(text.value)) continue;
        const prose = { span: text.span, text: withoutCode(text.value) };
        const found = phrases(prose, empty(prose.text));
        if (found.length > 0 && !isMainlyEnglish(document)) return;
        for (const { span, phrase } of found)
          yield {
            span,
            anchor: `${id} ${phrase.toLowerCase()}`,
            message: `"${phrase}" does not say how to tell, so two people can judge ${id} differently. Say what is shown, returned or stored.`,
          };
      }
    }
  }),
});
