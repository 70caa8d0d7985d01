import type { EntryTrace } from '../../trace/graph.js';
import { defineEntryRule, type Report } from '../rule.js';
import { entryPlace } from './boardState.js';

export const itemInTwoPlaces = defineEntryRule({
  code: 'PW619',
  name: 'item-in-two-places',
  summary: 'An item stands on the board and in the archive, or in the archive twice',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'The archive says that the item is over, the board that it is not: one of them is what was forgotten when the entry was moved, or an id was used twice.',
  ok: '`docs/product/archive/archive_202601.md`:\n\n### [STORY-001] Guest carts\n\n- [x] Data model\n\nand no entry of STORY-001 on the board.\n',
  notOk:
    '`docs/product/archive/archive_202601.md`:\n\n### [STORY-001] Guest carts\n\n- [x] Data model\n\nand on the board, too:\n\n### [STORY-001] Guest carts\n',
  fix: 'Remove the entry that is out of date. New work on something finished is an item of its own. Two entries in the archive are information; two on the board are PW303’s.',
  pactkit: 'PactKit looks for duplicates on the board only, and only when it adds an entry.',
  *checkEntry(own, { item: { id, entries } }): Generator<Report> {
    if (entries.length < 2) return;
    const archived = entries.filter((entry) => entry.document.kind === 'archive');
    const [first] = archived;
    if (!first) return;
    if (own.document.kind === 'archive') {
      if (own.entry !== first.entry && archived.some(({ entry }) => entry === own.entry))
        yield {
          ...place(id, own),
          severity: 'info',
          message: `${id} is in the archive twice: who finds one entry misses what the other says. Merge the two, or correct the id of one.`,
          related: [other(id, first)],
        };
    } else if (entries[0]?.entry === own.entry)
      yield {
        ...place(id, own),
        message: `${id} is on the board, but in the archive, too: one says that it is over, the other that it is not. Remove the entry that is out of date.`,
        related: archived.map((entry) => other(id, entry)),
      };
  },
});

function place(id: string, { entry }: EntryTrace): Pick<Report, 'span' | 'item' | 'anchor'> {
  return { span: entryPlace(entry), item: id, anchor: id };
}

function other(id: string, { document, entry }: EntryTrace): NonNullable<Report['related']>[number] {
  return { document, span: entryPlace(entry), message: `${id} in the archive` };
}
