import type { BoardSectionKind } from '../../documents/board/board.js';
import { sectionOfTasks, sectionWords } from '../../rules/drift/boardState.js';
import { defineOperation } from '../operation.js';
import { findBoard } from '../support/findBoard.js';
import { entriesOf } from '../support/findEntry.js';
import { findSection, titleOf } from '../support/findSection.js';
import { moveOnBoard } from '../support/moveOnBoard.js';

const kinds = ['backlog', 'inProgress', 'done'] as const satisfies readonly BoardSectionKind[];

/** Moves every entry to the section that matches its tasks. */
export const sort = defineOperation({
  name: 'board sort',
  group: 'board',
  summary: 'Moves every entry to the section that matches its tasks',
  details:
    'No task ticked: Backlog; all ticked: Done; otherwise In Progress. Entries already in the right section stay where they are; moved ones go to the end. Entries without tasks, those in other sections, list items (the old form of Done) and dropped items (Status Cancelled, Superseded, Rejected and the like) do not move. Ticking a task never moves an entry.',
  example: {},
  fields: {},
  reads: ['board', 'spec'],
  needs: 'documents',
  writes: true,
  plan: (workspace) => {
    const board = findBoard(workspace);
    const misplaced = entriesOf(board.model).flatMap(({ entry, section }) => {
      const spec = entry.id && workspace.project.spec(entry.id.value);
      const to = sectionOfTasks(entry, spec ? { spec } : {});
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
        message: lines.length === 0 ? 'every entry is already in the right section' : lines.join('\n'),
        data: { moved },
      },
    };
  },
});
