import { defineRule } from '../rule.js';
import { specCheck } from '../support/specCheck.js';

export const selfDependency = defineRule({
  code: 'PW123',
  name: 'self-dependency',
  summary: 'A spec depends on itself',
  severity: 'warning',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'Work is ordered by dependencies. An item that waits for itself is never next.',
  fix: 'Remove the id. If the cell is empty then, write `None`; the quick fix does this. Reported as information if the item is archived.',
  pactkit: 'PactKit only checks that the spec exists (E010), which it does.',
  suspects: ({ model }) => model.dependencySurface !== undefined && model.dependencySurface.dependsOn.length > 0,
  check: specCheck('info', function* ({ item, model, text }) {
    const self = item ?? model.title?.id?.value;
    if (self === undefined || !model.dependencySurface) return;
    const { dependsOn, rows } = model.dependencySurface;
    for (const { value, span } of dependsOn) {
      if (value !== self) continue;
      const cell = rows.find((row) => row.value.span.start <= span.start && span.end <= row.value.span.end)?.value;
      const alone = cell && text.slice(cell.span.start, cell.span.end).replace(/[`*_[\]]/gu, '') === value;
      yield {
        span,
        message: `${value} depends on itself, so it would wait forever. Remove it, or name the right item.`,
        ...(alone ? { fix: { title: 'Write None', safe: false, edits: [{ span: cell.span, newText: 'None' }] } } : {}),
      };
    }
  }),
});
