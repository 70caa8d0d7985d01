import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const unknownValue = defineRule({
  code: 'PW505',
  name: 'unknown-value',
  summary: 'A value in pactkit.yaml that its key does not take',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A value that is not one of those a key takes has no effect, or the default takes its place without a word.',
  ok: 'ci:\n  provider: github\n',
  notOk: 'ci:\n  provider: githb\n',
  fix: 'Use one of the values the message lists. The quick fix does it where one is nearly what is written.',
  pactkit: 'PactKit warns of it on stderr while it installs or updates; of `developer` whenever it reads the file.',
  *check(document): Generator<Report> {
    for (const { span, message, suggestion } of pactkitProblems(document, 'badValue')) {
      yield {
        span,
        message: message.endsWith('?') ? message : `${message}.`,
        ...(suggestion === undefined
          ? {}
          : { fix: { title: `Change it to \`${suggestion}\``, safe: false, edits: [{ span, newText: suggestion }] } }),
      };
    }
  },
});
