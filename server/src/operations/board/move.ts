import { defineOperation } from '../operation.js';
import { entriesField, entryProblem, sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { itemOf } from '../support/findEntry.js';
import { findSection, titleOf } from '../support/findSection.js';
import { findHeadingEntries } from '../support/headingEntry.js';
import { entryBelow, moveOnBoard } from '../support/moveOnBoard.js';

/** Moves entries to a section, and to a place in it. */
export const move = defineOperation({
  name: 'board move',
  group: 'board',
  summary: 'Moves entries to a section of the board',
  details:
    'Entries keep their order and go to the end of the section unless you give a position; without one, those already in the section do not move. Moving ignores the tasks: if tasks and section disagree, PW612 reports it. All other text stays unchanged, except blank lines around the entries.',
  example: { items: ['STORY-042'], section: 'In Progress' },
  fields: {
    items: entriesField,
    section: {
      type: 'text',
      description: sectionDescription,
      required: true,
      positional: true,
      completes: sectionWords,
    },
    before: {
      type: 'text',
      description: 'the item in that section to put them before, or the line of its entry',
      check: entryProblem,
      completes: 'item',
    },
    after: {
      type: 'text',
      description: 'the item in that section to put them after, or the line of its entry',
      check: entryProblem,
      completes: 'item',
    },
    position: {
      type: 'integer',
      description: 'the position of the first one in that section, from 1, not counting the moved entries',
    },
    check: {
      type: 'flag',
      description: 'run the gate `done` for each item that moves to Done, and move nothing if it blocks one',
    },
  },
  reads: ['board'],
  needs: 'documents',
  writes: true,
  asksGates: true,
  plan: (workspace, { items, section: named, before, after, position, check }) => {
    const board = findBoard(workspace);
    const found = findHeadingEntries(board, items);
    const to = findSection(board, named);
    const isPlaced = before !== undefined || after !== undefined || position !== undefined;
    const entries = found.filter(({ section }) => isPlaced || section !== to).map(({ entry }) => entry);
    const below = entryBelow(board, to, { before, after, position }, entries);
    const changes = moveOnBoard(board, [{ entries, to, before: below }]);
    const ids = found.map(({ entry }) => itemOf(entry));
    const done = changes.length > 0 ? 'moved to' : ids.length === 1 ? 'is already in' : 'are already in';
    const coming = check && to.kind === 'done' ? found.filter(({ section }) => section !== to) : [];
    return {
      changes,
      gates: coming.flatMap(({ entry: { id } }) => (id ? [{ gate: 'done', item: id.value }] : [])),
      answer: {
        message: `${ids.join(', ')} ${done} ${titleOf(to)}`,
        data: { items: ids, section: to.heading.text, changed: changes.length > 0 },
      },
    };
  },
});
