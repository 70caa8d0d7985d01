import { defineRule, type Report } from '../rule.js';
import { pactkitProblems, removingKey } from './pactkitProblems.js';

export const unknownKey = defineRule({
  code: 'PW502',
  name: 'unknown-key',
  summary: 'pactkit.yaml has a key that PactKit does not know',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['pactkitConfig'],
  why: 'The key has no effect, and PactKit does not say so. At the top level it may be one of your own, which PactKit keeps, so there it is only information.',
  fix: 'Remove the key, or use one that exists; `pactkit schema config` lists them (since PactKit 2.17).',
  pactkit:
    'PactKit keeps unknown keys of the top level. Below a known key, 2.10.6 drops them when it rewrites the file; later versions keep them. They are never read.',
  *check(document): Generator<Report> {
    for (const { span, message, key } of pactkitProblems(document, 'unknownKey')) {
      yield key?.top
        ? {
            span,
            severity: 'info',
            message: `PactKit does not know the key \`${key.name}\` and never reads it. Remove it, unless it is your own.`,
            ...removingKey(document, key),
          }
        : { span, message: `${message}.`, ...(key ? removingKey(document, key) : {}) };
    }
  },
});
