import { defineRule } from '../rule.js';
import { isCounted, repeatedIds } from '../support/numbered.js';
import { specCheck } from '../support/specCheck.js';
import { numbering } from '../support/writing.js';

export const duplicateRequirementId = defineRule({
  code: 'PW104',
  name: 'duplicate-requirement-id',
  summary: 'Two requirements of a spec have the same id',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Criteria, test cases and commits name a requirement by its id. If two have the same id, nobody can tell which one is covered, and one of them is likely to be forgotten.',
  fix: 'Give the second one an unused number, then check the criteria and test cases that name it. Reported as information if the item is archived.',
  pactkit: 'PactKit treats the two as one, with the text of the last.',
  suspects: ({ model }) => !isCounted(model.requirements),
  check: specCheck('info', function* (document) {
    const { requirements } = document.model;
    for (const [repeat, { entry, first }] of repeatedIds(requirements).entries()) {
      yield {
        span: entry.idSpan,
        anchor: entry.id,
        message: `${entry.id} is already the id of another requirement, so a criterion that names ${entry.id} can mean either. Give this one its own number.`,
        fix: numbering(document, entry, requirements, repeat),
        related: [{ document, span: first.idSpan, message: `The first ${entry.id}` }],
      };
    }
  }),
});
