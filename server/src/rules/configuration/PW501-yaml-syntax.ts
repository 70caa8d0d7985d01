import { defineRule, type Report } from '../rule.js';

export const yamlSyntax = defineRule({
  code: 'PW501',
  name: 'yaml-syntax',
  summary: 'A configuration file is not valid YAML',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig', 'config'],
  why: 'A file that does not parse is not used at all: every setting in it is lost, not only the invalid line. A duplicate key does parse, and the last one wins; this is a warning.',
  fix: 'Correct the line named in the message: indent with spaces, close quotes and brackets, and quote values that contain `: ` or `#`.',
  pactkit: 'PactKit fails with a Python traceback. Of duplicate keys it uses the last.',
  *check({ model, problems }): Generator<Report> {
    for (const { kind, message, span } of problems) {
      if (kind !== 'syntax') continue;
      yield {
        span,
        anchor: message,
        ...(model.root ? { severity: 'warning' } : {}),
        message: model.root ? `${message}.` : `${message}. Until this is fixed, nothing in the file is used.`,
      };
    }
  },
});
