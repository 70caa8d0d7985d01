import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const unknownValue = defineRule({
  code: 'PW505',
  name: 'unknown-value',
  summary: 'A value in pactkit.yaml is not allowed for its key',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A value that is not in the list of allowed values has no effect, or is silently replaced by the default.',
  fix: 'Use one of the values listed in the message. The quick fix does this if one of them is close to what is written.',
  pactkit:
    'PactKit warns about it on stderr when it installs or updates, and about `developer` whenever it reads the file.',
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
