import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { entryField, entryProblem } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { itemOf } from '../support/findEntry.js';
import { titleOf } from '../support/findSection.js';
import { findHeadingEntry } from '../support/headingEntry.js';
import { entryBelow, moveOnBoard } from '../support/moveOnBoard.js';

/** Moves an entry within its section. */
export const reorder = defineOperation({
  name: 'board reorder',
  group: 'board',
  summary: 'Moves an entry within its section',
  details: 'All other text stays unchanged, except blank lines around the entry.',
  example: { item: 'STORY-042', toTop: true },
  fields: {
    item: entryField,
    before: {
      type: 'text',
      description: 'the item to put it before, or the line of its entry',
      check: entryProblem,
      completes: 'item',
    },
    after: {
      type: 'text',
      description: 'the item to put it after, or the line of its entry',
      check: entryProblem,
      completes: 'item',
    },
    toTop: { type: 'flag', description: 'put it first' },
    toBottom: { type: 'flag', description: 'put it last' },
  },
  reads: ['board'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { item: named, before, after, toTop, toBottom }) => {
    const places = [before !== undefined, after !== undefined, toTop, toBottom].filter(Boolean).length;
    if (places !== 1) throw new Refused('invalid-input', 'specify exactly one of before, after, to-top and to-bottom');
    const board = findBoard(workspace);
    const { entry, section } = findHeadingEntry(board, named);
    const item = itemOf(entry);
    if (!section)
      throw new Refused(
        'not-allowed',
        `${item} is above the first section of the board: use board move to put it into one`,
      );
    const below = entryBelow(board, section, { before, after, position: toTop ? 1 : undefined }, [entry]);
    const changes = moveOnBoard(board, [{ entries: [entry], to: section, before: below }]);
    const others = section.entries.filter((one) => one !== entry);
    const order = others.toSpliced(below ? others.indexOf(below) : others.length, 0, entry).map(itemOf);
    return {
      changes,
      answer: {
        message: changes.length > 0 ? `${item} moved within ${titleOf(section)}` : `${item} is already there`,
        data: { item, section: section.heading.text, order, changed: changes.length > 0 },
      },
    };
  },
});
