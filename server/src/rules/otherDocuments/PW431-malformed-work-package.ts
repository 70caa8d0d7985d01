import { toReports } from '../configuration/toReports.js';
import { defineRule } from '../rule.js';

export const malformedWorkPackage = defineRule({
  code: 'PW431',
  name: 'malformed-work-package',
  summary: 'The front matter of a Spec Kitty work package has an unknown key or a wrong value',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['workPackage'],
  noPlaceForComment: true,
  why: 'Spec Kitty refuses a mission if the front matter of one of its work packages has a key that it does not know, so nobody can work on any of them.',
  fix: 'Correct it as the message says. The quick fix does this if a valid name is close to what is written.',
  pactkit: 'PactKit does not read this file.',
  *check({ model: { problems } }) {
    yield* toReports(problems);
  },
});
