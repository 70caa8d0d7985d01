import { defineOperation } from '../operation.js';
import { itemIdProblem, itemsField, sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findSection, titleOf } from '../support/findSection.js';
import { findHeadingEntries } from '../support/headingEntry.js';
import { entryBelow, moveOnBoard } from '../support/moveOnBoard.js';

/** Moves entries to a section, and to a place in it. */
export const move = defineOperation({
  name: 'board move',
  group: 'board',
  summary: 'Moves entries to a section of the board',
  details:
    'They keep the order they have on the board, and stand at the end of the section unless a place is named; those that are in the section already stay where they are then. What is moved stays where it is put, whatever its tasks say: where boxes and section disagree, that is a finding (PW612). All other text stays byte for byte, blank lines around the entries apart.',
  fields: {
    items: itemsField,
    section: {
      type: 'text',
      description: sectionDescription,
      required: true,
      positional: true,
      completes: sectionWords,
    },
    before: {
      type: 'text',
      description: 'the item of that section they are to stand above',
      check: itemIdProblem,
      completes: 'item',
    },
    after: {
      type: 'text',
      description: 'the item of that section they are to stand below',
      check: itemIdProblem,
      completes: 'item',
    },
    position: {
      type: 'integer',
      description:
        'the place of the first among the entries of that section, from 1, counted without those that are moved',
    },
  },
  reads: ['board'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { items, section: named, before, after, position }) => {
    const board = findBoard(workspace);
    const found = findHeadingEntries(board, items);
    const to = findSection(board, named);
    const isPlaced = before !== undefined || after !== undefined || position !== undefined;
    const entries = found.filter(({ section }) => isPlaced || section !== to).map(({ entry }) => entry);
    const below = entryBelow(board, to, { before, after, position }, entries);
    const changes = moveOnBoard(board, [{ entries, to, before: below }]);
    const ids = found.map(({ entry }) => entry.id?.value ?? '');
    const done = changes.length > 0 ? 'moved to' : ids.length === 1 ? 'is already in' : 'are already in';
    return {
      changes,
      answer: {
        message: `${ids.join(', ')} ${done} ${titleOf(to)}`,
        data: { items: ids, section: to.heading.text, changed: changes.length > 0 },
      },
    };
  },
});
