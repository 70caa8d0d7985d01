import { defineRule } from '../rule.js';
import { isMainlyEnglish } from '../support/english.js';
import { plainTwin } from '../support/plainTwin.js';
import { proseOf } from '../support/prose.js';
import { phrases } from '../support/wording.js';
import { specCheck } from '../support/specCheck.js';

const always = plainTwin(
  String.raw`(?<![\p{L}\p{N}-])(?:user[- ]friendly|as (?:appropriate|applicable|needed|required|necessary)|(?:if|where|when|whenever|as much as|as far as) (?:possible|appropriate|feasible|practical)|and so on|intuitive(?:ly)?|seamless(?:ly)?|state[- ]of[- ]the[- ]art|good performance|as (?:fast|quickly|soon) as possible)(?![\p{L}\p{N}-])`,
  'giu',
);

/** Words that say too little where the sentence demands something, and nothing wrong in an explanation. */
const inDemands = plainTwin(
  String.raw`(?<![\p{L}\p{N}-])(?:etc\.|(?:reasonabl[ey]|adequate(?:ly)?|sufficient(?:ly)?)(?![\p{L}\p{N}-]))`,
  'giu',
);
const demand = /\b(?:MUST|SHALL|SHOULD|REQUIRED)\b/u;

/** Words that say something only beside a number. */
const unmeasured =
  /(?<=\b(?:be|is|are|stay|remain|run|runs|load|loads|respond|responds|start|starts) (?:very |more |really |sufficiently )?)(?:fast|quick(?:ly)?|slow|easy|simple|efficient(?:ly)?|robust|scalable|flexible|lightweight|performant|responsive)(?=\s*(?:$|[,.;:)]|and\b|or\b|enough\b|but\b))/giu;

// One word of every phrase above, to look closer only where it pays.
const sieve =
  /friendly|appropriate|applicable|needed|required|necessary|possible|feasible|practical|so on|intuitive|seamless|the[- ]art|performan|as soon as|etc\.|reasonabl|adequate|sufficient|fast|quick|slow|easy|simple|efficient|robust|scalable|flexible|lightweight|responsive/i;

export const vagueRequirement = defineRule({
  code: 'PW130',
  name: 'vague-requirement',
  summary: 'A requirement uses words that everyone understands differently',
  severity: 'info',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Nobody can test "fast" or "as appropriate", so whoever builds it decides what it means, and whoever checks it may disagree.',
  fix: 'Say what can be observed or measured: a number, a complete list, an exact condition. Only English text is checked. Specs of archived items are skipped.',
  pactkit: 'PactKit does not judge wording.',
  suspects: ({ model, text }) => {
    const [first] = model.requirements;
    const last = model.requirements.at(-1);
    return first !== undefined && last !== undefined && sieve.test(text.slice(first.span.start, last.span.end));
  },
  check: specCheck('silent', function* (document) {
    const { requirements } = document.model;
    for (const { id, heading, blocks, span: whole } of requirements) {
      if (!sieve.test(document.text.slice(whole.start, whole.end))) continue;
      for (const prose of proseOf(document, [heading, ...blocks], sieve)) {
        const found = [
          ...phrases(prose, always(prose.text)),
          ...phrases(prose, inDemands(prose.text)).filter(({ sentence }) => demand.test(sentence)),
          ...phrases(prose, unmeasured).filter(({ sentence }) => !/\d/u.test(sentence)),
        ];
        if (found.length > 0 && !isMainlyEnglish(document)) return;
        for (const { span, phrase } of found)
          yield {
            span,
            anchor: `${id} ${phrase.toLowerCase()}`,
            message: `"${phrase}" leaves ${id} open to the reader, so it cannot be tested. Say what can be observed or measured.`,
          };
      }
    }
  }),
});
