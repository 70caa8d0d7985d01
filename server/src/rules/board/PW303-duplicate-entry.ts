import type { Entry } from '../../documents/board/board.js';
import { removeEntries } from '../../documents/board/boardEdits.js';
import { mergeEntries } from '../../documents/board/mergeEntries.js';
import type { ParsedDocument } from '../../documents/document.js';
import type { Fix } from '../finding.js';
import { defineRule, type Report } from '../rule.js';

export const duplicateEntry = defineRule({
  code: 'PW303',
  name: 'duplicate-entry',
  summary: 'An item is on the board more than once',
  severity: 'error',
  needs: 'document',
  since: '0.1.0',
  documents: ['board'],
  why: 'An entry’s section shows its state, and its tasks show what is left. With two entries the board gives two answers, and tools only tick tasks in one of them.',
  fix: 'Keep one entry with the tasks of both, in the correct section, and remove the other. The quick fixes merge them either way, or remove one of them.',
  pactkit: 'PactKit checks for duplicates only when it adds an entry. After that it changes the first one it finds.',
  *check(document): Generator<Report> {
    const first = new Map<string, { entry: Entry; section: string }>();
    const places = [
      { name: 'before the first section', entries: document.model.looseEntries },
      ...document.model.sections.map(({ heading, entries }) => ({ name: `in "${heading.text}"`, entries })),
    ];
    for (const { name, entries } of places) {
      for (const entry of entries) {
        if (!entry.id) continue;
        const { value: id, span } = entry.id;
        const earlier = first.get(id);
        if (!earlier) {
          first.set(id, { entry, section: name });
          continue;
        }
        const [fix, ...otherFixes] = waysOut(document, earlier.entry, entry);
        yield {
          span,
          item: id,
          message: `${id} is on the board twice: ${earlier.section === name ? `both times ${name}` : `${earlier.section} and ${name}`}. Its state is ambiguous, and tools only change the first. Merge the two entries.`,
          ...(fix ? { fix, otherFixes } : {}),
          related: [
            {
              document,
              span: earlier.entry.id?.span ?? earlier.entry.headingSpan,
              message: `The first entry of ${id}`,
            },
          ],
        };
      }
    }
  },
});

function waysOut(document: ParsedDocument<'board'>, first: Entry, second: Entry): readonly Fix[] {
  const intoFirst = mergeEntries(document, first, second);
  const intoSecond = mergeEntries(document, second, first);
  return [
    ...(intoFirst ? [{ title: 'Merge this entry into the first one', safe: false, edits: intoFirst }] : []),
    ...(intoSecond ? [{ title: 'Merge the first entry into this one', safe: false, edits: intoSecond }] : []),
    ...(second.form === 'heading'
      ? [{ title: 'Remove this entry', safe: false, edits: removeEntries(document, [second]) }]
      : []),
    ...(first.form === 'heading'
      ? [{ title: 'Remove the first entry', safe: false, edits: removeEntries(document, [first]) }]
      : []),
  ];
}
