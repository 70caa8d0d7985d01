import { count } from '../../base/count.js';
import { tallyTasks } from '../../documents/board/entryParts.js';
import type { Entry } from '../../documents/board/board.js';
import { defineOperation } from '../operation.js';
import { sectionDescription, sectionWords } from '../support/fields.js';
import { findBoard } from '../support/findBoard.js';
import { findSection, titleOf } from '../support/findSection.js';

/** Lists what is on the board. */
export const list = defineOperation({
  name: 'board list',
  group: 'board',
  summary: 'Lists the entries of the board by section',
  details: 'Shows the id, title and number of ticked tasks of each entry.',
  example: { section: 'In Progress' },
  fields: { section: { type: 'text', description: `${sectionDescription} (default: all)`, completes: sectionWords } },
  reads: ['board'],
  needs: 'documents',
  writes: false,
  plan: (workspace, { section: named }) => {
    const board = findBoard(workspace);
    const { model } = board;
    const all = named === undefined ? model.sections : [findSection(board, named)];
    const shown = all.map((section) => ({
      title: titleOf(section),
      heading: section.heading.text,
      kind: section.kind ?? 'custom',
      entries: section.entries.map(shownEntry),
    }));
    const loose = named === undefined ? model.looseEntries.map(shownEntry) : [];
    const lines = [
      ...loose.map(line),
      ...shown.flatMap(({ title, entries }) => [`${title} (${countWords(entries)})`, ...entries.map(line)]),
    ];
    return {
      answer: {
        message: lines.length === 0 ? 'the board has no sections' : lines.join('\n'),
        data: { sections: shown, outside: loose },
      },
    };
  },
});

/** `3`, or `2 items in 3 entries`. */
function countWords(entries: readonly ShownEntry[]): string {
  const items = new Set(entries.map((entry) => entry.item ?? entry)).size;
  return items === entries.length ? String(items) : `${count(items, 'item')} in ${entries.length} entries`;
}

interface ShownEntry {
  readonly item: string | null;
  readonly title: string;
  readonly ticked: number;
  readonly tasks: readonly { readonly text: string; readonly ticked: boolean }[];
}

function shownEntry({ id, title, tasks }: Entry): ShownEntry {
  return {
    item: id?.value ?? null,
    title: title.value,
    ticked: tallyTasks(tasks).done,
    tasks: tasks.map(({ text, checked }) => ({ text: text.value, ticked: checked })),
  };
}

function line({ item, title, ticked, tasks }: ShownEntry): string {
  const words = [item, title].filter((word) => word !== null && word !== '').join('  ');
  return `  ${words}${tasks.length === 0 ? '' : `  ${ticked}/${tasks.length}`}`;
}
