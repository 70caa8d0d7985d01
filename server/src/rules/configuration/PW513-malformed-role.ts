import { defineRule } from '../rule.js';
import { toReports } from './toReports.js';

export const malformedRole = defineRule({
  code: 'PW513',
  name: 'malformed-role',
  summary: 'A role file in .pactwright/roles cannot be used',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['role'],
  noPlaceForComment: true,
  why: 'A role that is not read completely is not used: a phase that it leads does not start, and the others go on without it.',
  fix: 'Correct it as the message says. The quick fix does this if a valid name is close to what is written.',
  pactkit: 'PactKit has nine agents and no others.',
  *check({ model: { problems } }) {
    yield* toReports(problems);
  },
});
