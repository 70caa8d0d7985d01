import type { ParsedDocument } from '../../documents/document.js';
import { findItemIds } from '../../documents/itemId.js';
import type { Located } from '../../markdown/span.js';
import { span } from '../../markdown/span.js';
import { defineRule } from '../rule.js';
import { metadataRow } from '../../documents/spec/specStatus.js';
import { excerpt } from '../../base/excerpt.js';
import { specCheck } from '../support/specCheck.js';

/** What the ID cell says: the one item id in it, else its whole text; nothing if it is empty or still a template's. */
function cellId(document: ParsedDocument<'spec'>): Located | undefined {
  const cell = metadataRow(document.model.metadata, 'ID')?.value;
  if (!cell || cell.value === '' || /^[{<].*[}>]$/u.test(cell.value)) return undefined;
  const raw = document.text.slice(cell.span.start, cell.span.end);
  const ids = findItemIds(raw, cell.span.start);
  if (ids.length === 1) return ids[0];
  // An id is short; a whole essay in the cell is shown as it is.
  if (raw.length > 200) return { value: raw, span: cell.span };
  const marks = /^[*_`]*/u.exec(raw)?.[0].length ?? 0;
  const bare = raw.slice(marks).replace(/[*_`]+$/u, '');
  const start = cell.span.start + marks;
  return bare === '' ? undefined : { value: bare, span: span(start, start + bare.length) };
}

export const itemIdMismatch = defineRule({
  code: 'PW101',
  name: 'item-id-mismatch',
  summary: 'The file name, title and ID cell of a spec name different items',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['spec'],
  why: 'The item id ties a spec to its test cases, its board entry, its branch and its commits. Some tools take it from the file name, some from the title, some from the ID cell. If they differ, work is credited to the wrong item.',
  fix: 'If two of the three agree, the quick fix sets the third. Otherwise decide which id is right, and rename the file or correct the text. Reported as information if the item is archived.',
  pactkit:
    'PactKit compares none of them: its linter uses the file name, its pull requests use the title, and the ID cell only has to exist.',
  suspects: ({ item, model, text }) => {
    const cell = metadataRow(model.metadata, 'ID')?.value.span;
    // As nearly everywhere, all three say the same.
    return item === undefined || model.title?.id?.value !== item || !cell || text.slice(cell.start, cell.end) !== item;
  },
  check: specCheck('info', function* (document) {
    const { item, model } = document;
    const title = model.title?.id;
    const cell = cellId(document);
    const replace = (place: Located, name: string, id: string) => ({
      title: `Set the ${name} to ${id}`,
      safe: false,
      edits: [{ span: place.span, newText: id }],
    });
    const related = (place: Located | undefined, message: string) =>
      place ? { related: [{ document, span: place.span, message }] } : {};
    const cellName = cell && excerpt(cell.value);

    if (title && cell && cellName !== undefined && title.value !== cell.value) {
      if (item !== undefined && cell.value === item) {
        yield {
          span: title.span,
          anchor: 'title',
          message: `The title names ${title.value}, but the file name and ID cell name ${item}. Correct the title.`,
          fix: replace(title, 'id in the title', item),
          ...related(cell, `The ID cell says ${cellName}`),
        };
        return;
      }
      const settled = item !== undefined && title.value === item;
      const others = settled
        ? `the file name and title name ${item}`
        : `the title names ${title.value}${item === undefined ? '' : ` and the file name ${item}`}`;
      yield {
        span: cell.span,
        anchor: 'ID cell',
        message: `The ID cell names ${cellName}, but ${others}, so tools will assign this spec to different items. ${settled ? 'Correct the cell.' : 'Decide which item it is and use its id everywhere.'}`,
        ...(settled ? { fix: replace(cell, 'ID cell', item) } : {}),
        ...related(title, `The title says ${title.value}`),
      };
      return;
    }
    const place = title ?? cell;
    if (item === undefined || !place || place.value === item) return;
    yield {
      span: place.span,
      anchor: title ? 'title' : 'ID cell',
      message: `${title ? (cell ? 'Title and ID cell name' : 'The title names') : 'The ID cell names'} ${excerpt(place.value)}, but the file is named ${item}.md, so links by file name lead to the wrong item. Rename the file or correct the id.`,
      ...related(title ? cell : undefined, 'The ID cell says the same'),
    };
  }),
});
