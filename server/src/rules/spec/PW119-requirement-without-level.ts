import { defineRule } from '../rule.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';
import { levelChoices } from '../support/writing.js';

const smallMust = /\b(?:must|shall|should|may)\b/u;

export const requirementWithoutLevel = defineRule({
  code: 'PW119',
  name: 'requirement-without-level',
  summary: 'A requirement does not say whether it MUST, SHOULD or MAY be met',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The level decides what can be dropped when time is short, and which requirements need a criterion. Without it, everyone decides for themselves.',
  fix: 'Put `(MUST)`, `(SHOULD)` or `(MAY)` at the end of the heading. Reported as information if the Status is Done or the item is archived.',
  pactkit:
    'PactKit only requires one such word anywhere in the Requirements section (W003). If there is none at all, W003 reports it instead of this rule.',
  suspects: ({ model }) => model.requirements.some(({ level, keyword }) => !level && !keyword),
  check: specCheck('info', function* ({ model, text }) {
    const { requirements } = model;
    // None anywhere: W003 says so once, for the section.
    if (requirements.every(({ level, keyword }) => !level && !keyword)) return;
    for (const requirement of requirements) {
      const { id, idSpan, level, keyword, span } = requirement;
      if (level || keyword) continue;
      const small = smallMust.exec(text.slice(span.start, span.end))?.[0];
      yield {
        span: idSpan,
        severity: unlessDone(model, 'warning'),
        message: `${id} does not say whether it MUST, SHOULD or MAY be met${small === undefined ? '' : ` ("${small}" in lowercase does not count)`}, so nobody knows whether it is optional. Add \`(MUST)\`, \`(SHOULD)\` or \`(MAY)\` to its heading.`,
        otherFixes: levelChoices([requirement]),
      };
    }
  }),
});
