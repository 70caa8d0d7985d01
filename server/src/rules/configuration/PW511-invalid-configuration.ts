import { readConfiguration } from '../../workspace/configuration.js';
import { defineRule, type Report } from '../rule.js';

export const invalidConfiguration = defineRule({
  code: 'PW511',
  name: 'invalid-configuration',
  summary: 'A key or value in .pactwright/config.yaml that does not exist or has no effect',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['config'],
  why: 'What cannot be read is passed over and the default holds, so rules you switched off or paths you set do not count.',
  ok: 'compat: "2.20.0"\npaths:\n  specs: specs\n',
  notOk: 'compat: 2.20\npaths:\n  spec: ../specs\n',
  fix: 'Correct it as the message says. The quick fix does it where one name is nearly what is written.',
  pactkit: 'PactKit does not read this file.',
  *check({ model }): Generator<Report> {
    for (const { span, message, suggestion } of readConfiguration(model).problems) {
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
