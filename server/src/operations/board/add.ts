import { Refused } from '../errorCodes.js';
import { defineOperation } from '../operation.js';
import { findArchived } from '../support/archivedEntries.js';
import { entryTitleProblem, taskProblem } from '../support/boardText.js';
import { itemField, sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { entriesOf } from '../support/findEntry.js';
import { findSection, titleOf } from '../support/findSection.js';
import { newEntry } from '../support/newEntry.js';

/** Puts an item on the board. */
export const add = defineOperation({
  name: 'board add',
  group: 'board',
  summary: 'Adds an entry to the board',
  details:
    'The entry is added at the end of the section, with a link to its spec; the spec does not have to exist. Ids that are already on the board or in an archive are rejected, and so are texts that Markdown would read differently.',
  example: { item: 'STORY-042', title: 'Keep the cart', task: ['Write it to storage'] },
  fields: {
    item: itemField,
    title: {
      type: 'text',
      description: 'the title',
      required: true,
      positional: true,
      check: entryTitleProblem,
    },
    task: { type: 'texts', description: 'a task, in the order they should appear', check: taskProblem },
    section: { type: 'text', description: `${sectionDescription} (default: backlog)`, completes: sectionWords },
  },
  reads: ['board', 'archive'],
  needs: 'documents',
  writes: true,
  plan: (workspace, { item, title: named, task, section: wanted = 'backlog' }) => {
    const board = findBoard(workspace);
    refuseIfThere(board, workspace, item);
    const section = findSection(board, wanted);
    const title = named.trim();
    const tasks = task.map((text) => text.trim());
    const specPath = `${workspace.configuration.paths.specs}/${item}.md`;
    return {
      changes: [newEntry(board, section, { id: item, title, specPath, tasks })],
      answer: {
        message: `${item} added to ${titleOf(section)}`,
        data: { item, title, tasks, section: section.heading.text },
      },
    };
  },
});

/** @throws Refused if the item has an entry. */
function refuseIfThere(
  board: ReturnType<typeof findBoard>,
  workspace: Parameters<typeof findBoard>[0],
  item: string,
): void {
  const there = entriesOf(board.model).find(({ entry }) => entry.id?.value === item);
  if (there)
    throw new Refused(
      'exists',
      `${item} is already on the board${there.section ? `, in ${titleOf(there.section)}` : ''}`,
    );
  const [archived] = findArchived(workspace, item);
  if (archived)
    throw new Refused('exists', `${item} is already in ${archived.archive.path}: use board unarchive to restore it`);
}
