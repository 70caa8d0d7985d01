import { defineRule } from '../rule.js';
import { isCounted, repeatedIds } from '../support/numbered.js';
import { specCheck } from '../support/specCheck.js';
import { numbering } from '../support/writing.js';

export const duplicateCriterionId = defineRule({
  code: 'PW105',
  name: 'duplicate-criterion-id',
  summary: 'Two acceptance criteria of a spec have the same id',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Test cases and reviews name a criterion by its id. If two have the same id, a test for one counts for both.',
  fix: 'Give the second one an unused number, then check the test cases that name it. Reported as information if the item is archived.',
  pactkit: 'PactKit does not notice: it checks both and reports them under the same name.',
  suspects: ({ model }) => !isCounted(model.criteria),
  check: specCheck('info', function* (document) {
    const { criteria } = document.model;
    for (const [repeat, { entry, first }] of repeatedIds(criteria).entries()) {
      yield {
        span: entry.idSpan,
        anchor: entry.id,
        message: `${entry.id} is already the id of another criterion, so a test case that names ${entry.id} can mean either. Give this one its own number.`,
        fix: numbering(document, entry, criteria, repeat),
        related: [{ document, span: first.idSpan, message: `The first ${entry.id}` }],
      };
    }
  }),
});
