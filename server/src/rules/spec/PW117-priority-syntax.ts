import { defineRule } from '../rule.js';
import { priorityRank } from '../../documents/spec/priority.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { excerpt } from '../../base/excerpt.js';
import { unlessDone } from '../support/unlessDone.js';
import { specCheck } from '../support/specCheck.js';
import { choosing, replacing } from '../support/writing.js';

export const prioritySyntax = defineRule({
  code: 'PW117',
  name: 'priority-syntax',
  summary: 'The Priority is neither `P` with a digit nor a word such as High',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The Priority orders the backlog. A value that is neither higher nor lower than another cannot be sorted.',
  fix: 'Write `P0` (highest) to `P3`; larger digits count as lower. A remark may follow: `P1 — Impact 5, Effort 3`. Words such as High, Medium and Low are fine too. Reported as information if the Status is Done or the item is archived.',
  pactkit: 'PactKit accepts any text; its template uses `P1`.',
  suspects: ({ model, text }) => {
    const cell = metadataRow(model.metadata, 'Priority')?.value.span;
    return cell !== undefined && !/^P\d$/u.test(text.slice(cell.start, cell.end));
  },
  check: specCheck('info', function* ({ model, text }) {
    const value = metadataRow(model.metadata, 'Priority')?.value;
    if (!value) return;
    const bare = text.slice(value.span.start, value.span.end).replace(/^[*_`[\]\s]+/u, '');
    // Words of other languages are not ours to judge, and an empty value is E002's matter.
    if (bare === '' || priorityRank(bare) !== undefined || !/[A-Za-z0-9?]/u.test(bare.charAt(0))) return;
    yield {
      span: value.span,
      anchor: 'Priority',
      severity: unlessDone(model, 'warning'),
      message: `The Priority "${excerpt(value.value, 30)}" cannot be sorted. Write P0 (highest) to P3, or High, Medium or Low.`,
      otherFixes: choosing(['P0', 'P1', 'P2', 'P3'], (priority) =>
        replacing(`Set the Priority to ${priority}`, value.span, priority),
      ),
    };
  }),
});
