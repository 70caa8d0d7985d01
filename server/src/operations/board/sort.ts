import type { BoardSectionKind, Entry } from '../../documents/board.js';
import { sectionWords } from '../../rules/drift/boardState.js';
import { defineOperation } from '../operation.js';
import { findBoard } from '../support/findBoard.js';
import { entriesOf } from '../support/findEntry.js';
import { findSection, titleOf } from '../support/findSection.js';
import { moveOnBoard } from '../support/moveOnBoard.js';

const kinds = ['backlog', 'inProgress', 'done'] as const satisfies readonly BoardSectionKind[];

/** Moves every entry to the section that its tasks speak of. */
export const sort = defineOperation({
  name: 'board sort',
  group: 'board',
  summary: 'Moves every entry to the section that its tasks speak of',
  details:
    'No task ticked: Backlog; all ticked: Done; else In Progress. What is in its section stays where it is, and what comes stands at the end. Entries without tasks, those in other sections and list items (the old form of Done) are left alone. Nothing else does this: a tick moves no entry.',
  fields: {},
  reads: ['board'],
  needs: 'documents',
  writes: true,
  plan: (workspace) => {
    const board = findBoard(workspace);
    const misplaced = entriesOf(board.model).flatMap(({ entry, section }) => {
      const to = sectionOfTasks(entry);
      if (to === undefined || entry.form !== 'heading' || section?.kind === to) return [];
      return section && section.kind === undefined ? [] : [{ entry, section, to }];
    });
    const moves = kinds.flatMap((kind) => {
      const entries = misplaced.filter(({ to }) => to === kind).map(({ entry }) => entry);
      return entries.length === 0 ? [] : [{ entries, to: findSection(board, sectionWords[kind]) }];
    });
    const moved = misplaced.map(({ entry, section, to }) => ({
      item: entry.id?.value ?? null,
      title: entry.title.value,
      from: section ? titleOf(section) : null,
      to: sectionWords[to],
    }));
    const lines = moved.map(({ item, title, to }) => `${item ?? title} moved to ${to}`);
    return {
      changes: moveOnBoard(board, moves),
      answer: {
        message: lines.length === 0 ? 'every entry is where its tasks say' : lines.join('\n'),
        data: { moved },
      },
    };
  },
});

/** By the ticks alone (formats reference, A3); undefined where there is none to go by. */
function sectionOfTasks({ tasks }: Entry): BoardSectionKind | undefined {
  if (tasks.length === 0) return undefined;
  const ticked = tasks.filter(({ checked }) => checked).length;
  if (ticked === 0) return 'backlog';
  return ticked === tasks.length ? 'done' : 'inProgress';
}
