import type { EntryTrace, ItemTrace } from '../../trace/graph.js';
import { defineEntryRule, type Report } from '../rule.js';
import { none } from '../../base/same.js';
import { entryPlace } from './boardState.js';

export const itemInTwoPlaces = defineEntryRule({
  code: 'PW619',
  name: 'item-in-two-places',
  summary: 'An item is both on the board and in the archive, or in the archive twice',
  severity: 'warning',
  needs: 'workspace',
  since: '0.1.0',
  documents: ['board', 'archive'],
  why: 'The archive says the item is finished and the board says it is not. Either the old entry was not removed when it was moved, or an id was used twice.',
  fix: 'Remove the outdated entry. Create a new item for new work on something finished. Two entries in the archive are information; two on the board are reported by PW303.',
  pactkit: 'PactKit checks for duplicates on the board only, and only when it adds an entry.',
  checkEntry: (own, { item }) => (item.entries.length < 2 ? none : reports(own, item)),
});

function* reports(own: EntryTrace, { id, entries }: ItemTrace): Generator<Report> {
  const archived = entries.filter((entry) => entry.document.kind === 'archive');
  const [first] = archived;
  if (!first) return;
  if (own.document.kind === 'archive') {
    if (own.entry !== first.entry && archived.some(({ entry }) => entry === own.entry))
      yield {
        ...place(id, own),
        severity: 'info',
        message: `${id} is in the archive twice, and anyone who finds one entry misses the other. Merge the two, or correct the id of one.`,
        related: [other(id, first)],
      };
  } else if (entries[0]?.entry === own.entry)
    yield {
      ...place(id, own),
      message: `${id} is both on the board and in the archive, so it looks unfinished and finished. Remove the outdated entry.`,
      related: archived.map((entry) => other(id, entry)),
    };
}

function place(id: string, { entry }: EntryTrace): Pick<Report, 'span' | 'item' | 'anchor'> {
  return { span: entryPlace(entry), item: id, anchor: id };
}

function other(id: string, { document, entry }: EntryTrace): NonNullable<Report['related']>[number] {
  return { document, span: entryPlace(entry), message: `${id} in the archive` };
}
