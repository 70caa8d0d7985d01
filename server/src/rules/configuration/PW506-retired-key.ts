import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const retiredKey = defineRule({
  code: 'PW506',
  name: 'retired-key',
  summary: 'A key or name in pactkit.yaml that PactKit no longer uses',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'It did something once and does nothing now, so the file promises what does not happen. `hooks` is the one that hurts: the checks it names do not run.',
  ok: 'stack: node\n',
  notOk: 'stack: node\nversion: 2.9.0\n',
  fix: 'Remove it, and do what the message says instead.',
  pactkit:
    'PactKit removes `version` when it updates, warns of commands that became skills, and since 2.11 passes over `hooks` without a word.',
  *check(document): Generator<Report> {
    for (const { span, message } of pactkitProblems(document, 'retiredKey')) yield { span, message: `${message}.` };
  },
});
