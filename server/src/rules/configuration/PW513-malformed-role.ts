import { defineRule, type Report } from '../rule.js';

export const malformedRole = defineRule({
  code: 'PW513',
  name: 'malformed-role',
  summary: 'A role file in .pactwright/roles cannot be used',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['role'],
  why: 'A role that is not read completely is not used: a phase that it leads does not start, and the others go on without it.',
  fix: 'Correct it as the message says. The quick fix does this if a valid name is close to what is written.',
  pactkit: 'PactKit has nine agents and no others.',
  *check({ model: { problems } }): Generator<Report> {
    for (const { span, message, suggestion } of problems) {
      yield {
        span,
        message: /[.?]$/u.test(message) ? message : `${message}.`,
        ...(suggestion === undefined
          ? {}
          : { fix: { title: `Change it to \`${suggestion}\``, safe: false, edits: [{ span, newText: suggestion }] } }),
      };
    }
  },
});
