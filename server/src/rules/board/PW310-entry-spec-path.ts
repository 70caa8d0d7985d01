import { findItemIds } from '../../documents/itemId.js';
import { defineEntryRule } from '../rule.js';
import { none } from '../../base/same.js';

export const entrySpecPath = defineEntryRule({
  code: 'PW310',
  name: 'entry-spec-path',
  summary: "An entry's `> Spec:` line and its title name different items",
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'Anyone who follows the link reads, and builds, the wrong item. This usually comes from copying an entry.',
  fix: 'Correct the path, or the id in the title. The quick fix corrects the path if the spec named in the title exists. In the archive this is only information.',
  pactkit: 'PactKit writes this line but never reads it.',
  checkEntry({ document, entry: { id, specPath } }, { item }) {
    if (!id || !specPath) return none;
    const named = findItemIds(specPath.value, specPath.span.start).at(-1);
    if (!named || named.value === id.value) return none;
    return [
      {
        span: specPath.span,
        item: id.value,
        anchor: 'spec path',
        ...(document.kind === 'archive' ? { severity: 'info' } : {}),
        message: `The entry is about ${id.value}, but its Spec line points to ${named.value}. Correct the path or the id.`,
        related: [{ document, span: id.span, message: `The title says ${id.value}` }],
        ...(item.spec
          ? {
              fix: {
                title: `Change the path to that of ${id.value}`,
                safe: false,
                edits: [{ span: named.span, newText: id.value }],
              },
            }
          : {}),
      },
    ];
  },
});
