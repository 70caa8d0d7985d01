import { nextLine } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import { defineDocumentKind } from '../defineDocumentKind.js';
import { type Cut, lineStart } from '../merge/cut.js';
import { lessonsTableHead, mostLessons } from './lessons.js';
import { parseLessons } from './parseLessons.js';

export const lessons = defineDocumentKind({
  name: 'lessons',
  place: {
    type: 'file',
    setting: 'lessons',
    default: 'docs/architecture/governance/lessons.md',
    about: 'The lessons.',
  },
  sharedByItems: true,
  parse: ({ text }) => {
    const blocks = scanBlocks(text);
    const { lessons: model, problems } = parseLessons(text, blocks);
    return { model, problems, blocks };
  },
  form: (placeOf) => ({
    path: placeOf('lessons'),
    head: lessonsTableHead,
    row: '| {YYYY-MM-DD} | {lesson} | {context} |',
    mostRows: mostLessons,
  }),
  merge: {
    cuts: (text, blocks) => {
      const { table, rows } = parseLessons(text, blocks).lessons;
      if (!table) return [];
      return [
        { at: lineStart(text, table.span.start), kind: 'table', name: 'lessons', depth: 1 },
        ...rows.map(({ row }): Cut => {
          const name = row.cells.map((cell) => cell.text).join(' | ');
          return { at: lineStart(text, row.span.start), kind: 'row', name, depth: 2 };
        }),
        { at: nextLine(text, table.span.end), kind: 'prose', depth: 1 },
      ];
    },
  },
});
