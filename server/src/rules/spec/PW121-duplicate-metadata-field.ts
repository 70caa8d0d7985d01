import type { FieldRow } from '../../documents/spec/spec.js';
import { span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { excerpt } from '../../base/excerpt.js';
import { nextLine } from '../../markdown/lines.js';
import { specCheck } from '../support/specCheck.js';

export const duplicateMetadataField = defineRule({
  code: 'PW121',
  name: 'duplicate-metadata-field',
  summary: 'A field stands in the metadata table twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Some tools take the first, some the last: with two rows for Status an item is Done for one and Draft for the other.',
  ok: '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | Draft |\n',
  notOk: '| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | Draft |\n| Status | In Progress |\n',
  fix: 'Keep the row that holds. The quick fix removes a second row that says the same. In a spec whose item is in the archive this is information.',
  pactkit: 'PactKit takes the last row when it reads the Status and changes the first when it sets it.',
  check: specCheck('info', function* (document) {
    const { text, model } = document;
    const first = new Map<string, FieldRow>();
    for (const row of model.metadata?.rows ?? []) {
      const { key, value } = row;
      const name = key.value.toLowerCase();
      if (name === '') continue;
      const earlier = first.get(name);
      if (!earlier) {
        first.set(name, row);
        continue;
      }
      const same = earlier.value.value === value.value;
      const end = nextLine(text, row.span.end);
      const lineStart = document.lines.lineStart(document.lines.positionAt(row.span.start).line);
      yield {
        span: key.span,
        message: `The field ${excerpt(key.value, 30)} stands in the table a second time${same ? ' with the same value' : `, and says "${excerpt(value.value, 30)}" instead of "${excerpt(earlier.value.value, 30)}"`}: tools differ in which row they take. ${same ? 'Remove one.' : 'Keep the one that holds.'}`,
        related: [{ document, span: earlier.value.span, message: 'The first of the two' }],
        // A row that ends the text is preceded by the line break that has to go.
        ...(same && end > row.span.end && /[\r\n]$/u.test(text.slice(row.span.end, end))
          ? {
              fix: {
                title: 'Remove the second row',
                safe: true,
                edits: [{ span: span(lineStart, end), newText: '' }],
              },
            }
          : {}),
      };
    }
  }),
});
