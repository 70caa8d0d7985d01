import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const mistypedValue = defineRule({
  code: 'PW504',
  name: 'mistyped-value',
  summary: 'A value in pactkit.yaml of another type than its key takes',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A text where a switch is expected, or a list where one value is, is read as something else or not at all: the text "false" counts as true.',
  ok: 'lint_blocking: false\n',
  notOk: 'lint_blocking: "false"\n',
  fix: 'Write the value as the message says: `true` and `false` without quotes, lists with `-` or in brackets.',
  pactkit: 'PactKit warns of some of these on stderr while it installs or updates, and goes on.',
  *check(document): Generator<Report> {
    for (const { span, message } of pactkitProblems(document, 'wrongType')) yield { span, message: `${message}.` };
  },
});
