import { defineRule, type Report } from '../rule.js';
import { pactkitProblems, removingKey } from './pactkitProblems.js';

export const retiredKey = defineRule({
  code: 'PW506',
  name: 'retired-key',
  summary: 'pactkit.yaml has a key or name that PactKit no longer uses',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'It had an effect once and has none now, so the file is misleading. `hooks` matters most: the checks it lists do not run.',
  fix: 'Remove it, and follow the message.',
  pactkit:
    'PactKit removes `version` when it updates, warns about commands that became skills, and has silently ignored `hooks` since 2.11.',
  *check(document): Generator<Report> {
    for (const { span, message, key } of pactkitProblems(document, 'retiredKey'))
      yield { span, message: `${message}.`, ...(key ? removingKey(document, key) : {}) };
  },
});
