import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const misspeltKey = defineRule({
  code: 'PW503',
  name: 'misspelt-key',
  summary: 'pactkit.yaml has a misspelled key',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A misspelled key has no effect: the default still applies, and PactKit does not say so.',
  fix: 'Use the name given in the message. The quick fix renames the key.',
  pactkit: 'PactKit treats a misspelled key as one of your own and does not warn.',
  *check(document): Generator<Report> {
    for (const { span, message, suggestion, key } of pactkitProblems(document, 'misspeltKey')) {
      yield {
        span,
        message: `${message.replace(/[.?]$/u, '')}?`,
        ...(suggestion === undefined || key?.siblings.has(suggestion)
          ? {}
          : {
              fix: {
                title: `Rename the key to \`${suggestion}\``,
                safe: false,
                edits: [{ span, newText: suggestion }],
              },
            }),
      };
    }
  },
});
