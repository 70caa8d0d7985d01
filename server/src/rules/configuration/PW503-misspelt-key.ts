import { defineRule, type Report } from '../rule.js';
import { pactkitProblems } from './pactkitProblems.js';

export const misspeltKey = defineRule({
  code: 'PW503',
  name: 'misspelt-key',
  summary: 'A key in pactkit.yaml that is nearly one PactKit knows',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'A misspelt key sets nothing: the default stays in force, and nobody is told.',
  ok: 'lint_blocking: true\n',
  notOk: 'lint_bloking: true\n',
  fix: 'Use the name the message gives. The quick fix renames the key.',
  pactkit: 'PactKit keeps a misspelt key as one of your own and warns of nothing.',
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
