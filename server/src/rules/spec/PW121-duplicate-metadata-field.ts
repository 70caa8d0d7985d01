import type { FieldRow } from '../../documents/spec/spec.js';
import { span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { none } from '../../base/same.js';
import { excerpt } from '../../base/excerpt.js';
import { nextLine } from '../../markdown/lines.js';
import { specCheck } from '../support/specCheck.js';

export const duplicateMetadataField = defineRule({
  code: 'PW121',
  name: 'duplicate-metadata-field',
  summary: 'A field appears in the metadata table twice',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Some tools use the first, some the last: with two Status rows, an item can be Done for one tool and Draft for another.',
  fix: 'Keep the correct row. The quick fix removes an identical second row. Reported as information if the item is archived.',
  pactkit: 'PactKit reads the Status from the last row and sets it in the first.',
  suspects: ({ model }) => {
    const rows = model.metadata?.rows ?? none;
    return new Set(rows.map(({ key }) => key.value.toLowerCase())).size < rows.length;
  },
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
        message: `The field ${excerpt(key.value, 30)} appears in the table a second time${same ? ' with the same value' : `, and says "${excerpt(value.value, 30)}" instead of "${excerpt(earlier.value.value, 30)}"`}, and tools differ in which row they use. ${same ? 'Remove one.' : 'Keep the correct one.'}`,
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
