import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const mistypedValue = defineRule({
  code: 'PW504',
  name: 'mistyped-value',
  summary: 'A value in pactkit.yaml has the wrong type',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A string where a boolean is expected, or a list where a single value is, is misread or ignored: the string "false" counts as true.',
  fix: 'Write the value as the message says: `true` and `false` without quotes, lists with `-` or in brackets.',
  pactkit: 'PactKit warns about some of these on stderr when it installs or updates, and continues.',
  *check(document): Generator<Report> {
    for (const { span, message } of pactkitProblems(document, 'wrongType')) yield { span, message: `${message}.` };
  },
});
