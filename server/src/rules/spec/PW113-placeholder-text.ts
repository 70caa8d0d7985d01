import { specProgress } from '../../documents/spec/specStatus.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { placeholdersIn } from '../support/placeholders.js';
import { specCheck } from '../support/specCheck.js';

export const placeholderText = defineRule({
  code: 'PW113',
  name: 'placeholder-text',
  summary: 'Text of a template, or a mark such as TODO, was left in the spec',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'A placeholder stands where a decision is missing. Whoever works from the spec, person or agent, fills it in as they think fit.',
  ok: '## Background\n\nShoppers lose their cart when the page reloads.\n',
  notOk: '## Background\n\nTODO: describe why\n\n## Out of Scope\n\n- {what is not part of it}\n',
  fix: 'Write what belongs there, or remove the line. A placeholder that is meant, such as the pattern of a path, belongs in back ticks. It is a warning while the item is in progress, information before and after. A spec whose item is in the archive is left alone.',
  pactkit:
    'PactKit knows two sentences of its own scaffold, in Background and Target Call Chain (W008), and `TBD` as the Release (E008). Those stay with their rules.',
  check: specCheck('silent', function* (document) {
    const severity = { draft: 'info', inProgress: 'warning', done: 'info', unknown: 'warning' } as const;
    for (const { span, text } of placeholdersIn(document))
      yield {
        span,
        severity: severity[specProgress(document.model)],
        message: `\`${excerpt(text, 40)}\` is left from a template or stands for something undecided: readers will fill it in as they think fit. Write what belongs there, or put it in back ticks where it is meant.`,
      };
  }),
});
