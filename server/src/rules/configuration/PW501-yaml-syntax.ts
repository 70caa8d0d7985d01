import { defineRule, type Report } from '../rule.js';

export const yamlSyntax = defineRule({
  code: 'PW501',
  name: 'yaml-syntax',
  summary: 'A configuration file that is not proper YAML',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig', 'config'],
  why: 'A file that does not parse is not used at all: everything it sets is lost, not only the line that is wrong. A key that stands twice parses, with the last one taken; that is a warning.',
  ok: 'stack: node\nci:\n  provider: github\n',
  notOk: 'stack: node\nci:\n  provider: "github\n',
  fix: 'Correct the line the message names: indent with spaces, close quotes and brackets, put values with `: ` or `#` into quotes.',
  pactkit: 'PactKit ends with a Python traceback. Of keys that stand twice it takes the last.',
  *check({ model, problems }): Generator<Report> {
    for (const { kind, message, span } of problems) {
      if (kind !== 'syntax') continue;
      yield {
        span,
        anchor: message,
        ...(model.root ? { severity: 'warning' } : {}),
        message: model.root ? `${message}.` : `${message}. Until this is right, nothing in the file is used.`,
      };
    }
  },
});
