import { defineRule } from '../rule.js';
import { repeatedIds } from '../support/numbered.js';
import { specCheck } from '../support/specCheck.js';

export const duplicateCriterionId = defineRule({
  code: 'PW105',
  name: 'duplicate-criterion-id',
  summary: 'Two acceptance criteria of a spec have the same id',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Test cases and reviews name a criterion by its id. Where two have the same, a test for one passes for both.',
  ok: '### AC1: Reload keeps the cart (R1)\n\n### AC2: Thirty days later (R2)\n',
  notOk: '### AC1: Reload keeps the cart (R1)\n\n### AC1: Thirty days later (R2)\n',
  fix: 'Give the second one a number that is not in use, then look through the test cases that name it. In a spec whose item is in the archive this is information.',
  pactkit: 'PactKit does not notice: it checks both and names them alike.',
  check: specCheck('info', function* (document) {
    const { criteria } = document.model;
    for (const { entry, first } of repeatedIds(criteria)) {
      yield {
        span: entry.idSpan,
        anchor: entry.id,
        message: `${entry.id} is the id of another criterion already, so a test case that names ${entry.id} can mean either. Give this one a number of its own.`,
        related: [{ document, span: first.idSpan, message: `The first ${entry.id}` }],
      };
    }
  }),
});
