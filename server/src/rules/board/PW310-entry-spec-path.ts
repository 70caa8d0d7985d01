import { findItemIds } from '../../documents/itemId.js';
import { defineRule, type Report } from '../rule.js';
import { entriesOf } from './entries.js';

export const entrySpecPath = defineRule({
  code: 'PW310',
  name: 'entry-spec-path',
  summary: "An entry's `> Spec:` line names another item than its title",
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'Who follows the link reads, and builds, another item. It mostly comes from a copied entry.',
  ok: '### [STORY-013] Guest carts\n> Spec: docs/specs/STORY-013.md\n\n- [ ] Data model\n',
  notOk: '### [STORY-013] Guest carts\n> Spec: docs/specs/STORY-012.md\n\n- [ ] Data model\n',
  fix: 'Correct the path, or the id in the title. The quick fix corrects the path where the spec of the title exists. In the archive this is information only.',
  pactkit: 'PactKit writes the line and never reads it.',
  *check(document, { project }): Generator<Report> {
    const entries = document.kind === 'archive' ? document.model.entries : entriesOf(document.model);
    for (const { id, specPath } of entries) {
      if (!id || !specPath) continue;
      const named = findItemIds(specPath.value, specPath.span.start).at(-1);
      if (!named || named.value === id.value) continue;
      yield {
        span: specPath.span,
        item: id.value,
        anchor: 'spec path',
        ...(document.kind === 'archive' ? { severity: 'info' } : {}),
        message: `The entry is about ${id.value}, but its Spec line leads to ${named.value}. Correct the path or the id.`,
        related: [{ document, span: id.span, message: `The title says ${id.value}` }],
        ...(project.spec(id.value)
          ? {
              fix: {
                title: `Change the path to that of ${id.value}`,
                safe: false,
                edits: [{ span: named.span, newText: id.value }],
              },
            }
          : {}),
      };
    }
  },
});
