import { readConfiguration } from '../../workspace/configuration.js';
import { defineRule } from '../rule.js';
import { toReports } from './toReports.js';

export const invalidConfiguration = defineRule({
  code: 'PW511',
  name: 'invalid-configuration',
  summary: 'A key or value in .pactwright/config.yaml is invalid or has no effect',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['config'],
  why: 'Invalid settings are ignored and the default applies, so rules you turned off or paths you set have no effect.',
  fix: 'Correct it as the message says. The quick fix does this if a valid name is close to what is written.',
  pactkit: 'PactKit does not read this file.',
  *check({ model }) {
    yield* toReports(readConfiguration(model).problems);
  },
});
