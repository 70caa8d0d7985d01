import { insertAt } from '../../markdown/textEdit.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { FieldRow, Metadata } from '../../documents/spec/spec.js';
import type { TableCell } from '../../markdown/blocks.js';
import type { Span } from '../../markdown/span.js';
import type { Fix } from '../finding.js';
import { defineRule } from '../rule.js';
import { eased } from '../support/circumstances.js';
import { lineBreakOf } from '../../markdown/lines.js';

const requiredFields = ['ID', 'Status', 'Priority', 'Release'] as const;
type RequiredField = (typeof requiredFields)[number];

export const missingField = defineRule({
  code: 'E002',
  name: 'missing-field',
  summary: 'A required field of the metadata table is missing or empty',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  peer: { since: '2.10.6', severity: 'error' },
  documents: ['spec'],
  why: 'ID, Status, Priority and Release are the source of the board, the order of work and the release notes. Keys must be spelled exactly, without emphasis.',
  fix: 'Add the row, fill in the value, or correct the key. Quick fixes correct a key, take a missing ID from the file name and add `Release` as `TBD`. For a HOTFIX, whose spec is short by design, it is reported as information. Specs of archived items are skipped.',
  pactkit:
    'The same, but an empty cell in the middle of the table makes PactKit swallow the next row and name the wrong field, and rows of other tables fill fields in.',
  suspects: ({ model: { metadata } }) =>
    metadata !== undefined && requiredFields.some((field) => isEmpty(plainRow(metadata, field))),
  *check(document, context) {
    const { metadata } = document.model;
    if (!metadata) return;
    const lacking = requiredFields
      .map((field) => ({ field, row: plainRow(metadata, field) }))
      .filter(({ row }) => isEmpty(row));
    const ease = eased(document, context, { archived: 'silent', hotfix: 'info' });
    if (!ease) return;
    for (const { field, row } of lacking) {
      const report = { anchor: `field ${field}`, ...ease };
      const misspelt = row ? undefined : misspeltKey(metadata, field);
      if (row) {
        const fix = field === 'ID' && row.value.span.end < row.span.end ? writeId(document, row.value.span) : undefined;
        yield {
          ...report,
          span: row.span,
          message: `The field ${field} is empty, and ${uses[field]} Fill in its value.`,
          ...(fix ? { fix } : {}),
        };
      } else if (misspelt) {
        yield {
          ...report,
          span: misspelt.span,
          message: `The key of the field ${field} is written \`${misspelt.text.replaceAll('`', '')}\`, which is not recognized: keys must be spelled exactly, without emphasis. Write \`${field}\`.`,
          fix: { title: `Write \`${field}\``, safe: true, edits: [{ span: misspelt.span, newText: field }] },
        };
      } else {
        const fix = addRow(document, metadata, field);
        yield {
          ...report,
          span: metadata.table.header.span,
          message: `The metadata table has no field ${field}, and ${uses[field]} Add a row \`| ${field} | … |\`.`,
          ...(fix ? { fix } : {}),
        };
      }
    }
  },
});

const uses: Readonly<Record<RequiredField, string>> = {
  ID: 'the ID ties the spec to its board entry and test case.',
  Status: 'the Status says whether the item is done.',
  Priority: 'the Priority decides what is done next.',
  Release: 'the Release says which version includes it.',
};

/** The row whose key is spelt as PactKit finds it: exactly, without emphasis. The last one counts, as there. */
function plainRow({ table, rows }: Metadata, field: RequiredField): FieldRow | undefined {
  for (let index = rows.length - 1; index >= 0; index--)
    if (table.rows[index]?.cells[0]?.text === field) return rows[index];
  return undefined;
}

function isEmpty(row: FieldRow | undefined): boolean {
  return row === undefined || row.value.value.trim() === '';
}

/** The key's cell, where a row has the field's name except for letter case, emphasis, backticks and a colon. */
function misspeltKey({ table, rows }: Metadata, field: RequiredField): TableCell | undefined {
  const at = rows.findIndex(({ key }) => key.value.toLowerCase() === field.toLowerCase());
  return table.rows[at]?.cells[0];
}

/** The id that file name and title agree on. */
function knownId({ item, model }: ParsedDocument<'spec'>): string | undefined {
  const titled = model.title?.id?.value;
  return titled === undefined || titled === item ? item : undefined;
}

function writeId(document: ParsedDocument<'spec'>, at: Span): Fix | undefined {
  const id = knownId(document);
  return id === undefined
    ? undefined
    : { title: `Set the ID to ${id}`, safe: true, edits: [{ span: at, newText: padded(document.text, at, id) }] };
}

/** An empty cell such as `||` or `| |` has no room for spaces on both sides. */
function padded(text: string, { start, end }: Span, value: string): string {
  return `${text[start - 1] === '|' ? ' ' : ''}${value}${text[end] === '|' ? ' ' : ''}`;
}

function addRow(document: ParsedDocument<'spec'>, { table }: Metadata, field: RequiredField): Fix | undefined {
  const value = field === 'ID' ? knownId(document) : field === 'Release' ? 'TBD' : undefined;
  if (value === undefined) return undefined;
  const offset = field === 'ID' ? table.delimiterSpan.end : (table.rows.at(-1)?.span ?? table.delimiterSpan).end;
  return {
    title: `Add the row \`${field}\` with ${value}`,
    safe: field === 'ID',
    edits: [insertAt(offset, `${lineBreakOf(document.text)}| ${field} | ${value} |`)],
  };
}
