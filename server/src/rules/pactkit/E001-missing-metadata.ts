import { todo } from '../../documents/toFillIn.js';
import { insertAt } from '../../markdown/textEdit.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { lineBreakOf } from '../../markdown/lines.js';
import { titlePlace } from '../support/place.js';

export const missingMetadata = defineRule({
  code: 'E001',
  name: 'missing-metadata',
  summary: 'A spec has no metadata table',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'Id, Status, Priority and Release are read from the table with the header `| Field | Value |`. Without it, tools cannot tell the state of the item: the order of work, the release notes and the board have nothing to work with.',
  fix: 'Write the table below the title. The quick fix adds a template. A list of `- **Field**: value` lines, as in old specs, becomes the rows of the table. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit:
    'The same, but PactKit treats any Field/Value table as the metadata (since 2.19 also that of the Dependency Surface) and does not see a table that is indented or has no outer pipes.',
  suspects: ({ model }) => model.metadata === undefined,
  *check(document, context) {
    const ease = eased(document, context, { archived: 'silent', hotfix: 'info' });
    if (!ease) return;
    const fix = metadataSkeleton(document);
    yield {
      span: titlePlace(document),
      anchor: 'metadata',
      message:
        'The spec has no metadata table, so its Status, Priority and Release cannot be read. Add a table with the header `| Field | Value |` and rows for ID, Status, Priority and Release below the title.',
      ...ease,
      ...(fix ? { fix } : {}),
    };
  },
});

/** The table as PactKit's template has it, below the title; only where a title says which place that is. */
function metadataSkeleton({ text, lines, model, item }: ParsedDocument<'spec'>): Fix | undefined {
  const title = model.title?.heading;
  if (!title) return undefined;
  const br = lineBreakOf(text);
  const rows = [
    '| Field | Value |',
    '|-------|-------|',
    `| ID | ${item ?? todo} |`,
    '| Status | Draft |',
    `| Priority | ${todo} |`,
    '| Release | TBD |',
  ];
  // A line right below the title would become the table's last row.
  const next = lines.lineStart(lines.positionAt(title.span.end).line + 1);
  const close = /^[ \t]*(?:[\r\n]|$)/u.test(text.slice(next, next + 200)) ? '' : br;
  return {
    title: 'Add a metadata table template',
    safe: false,
    edits: [insertAt(title.span.end, br + br + rows.join(br) + close)],
  };
}
