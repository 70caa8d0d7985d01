import { canAppend } from '../../markdown/append.js';
import type { Block } from '../../markdown/blocks.js';
import { nextLine } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { Entry } from '../board/board.js';
import { contextSections } from '../context/context.js';
import { parseArchive } from '../archive/parseArchive.js';
import { parseBoard } from '../board/parseBoard.js';
import { parseContext } from '../context/parseContext.js';
import { parseLessons } from '../lessons/parseLessons.js';
import { areInOrder, type Cut, cutText, lineStart } from './cut.js';
import { entryCuts } from '../board/entryCuts.js';
import type { Outline } from './unit.js';

/** The kinds of documents that are merged by what stands in them. */
export const mergedKinds = ['board', 'archive', 'lessons', 'context'] as const;

export type MergedKind = (typeof mergedKinds)[number];

/**
 * A document as units.
 *
 * @returns undefined where its lines cannot be told apart for certain: what is written below its last line would not stand for
 *   itself, or two units share a line.
 */
export function outlineOf(kind: MergedKind, text: string): Outline | undefined {
  const blocks = scanBlocks(text);
  if (!canAppend({ blocks, text })) return undefined;
  const all: readonly Cut[] = [{ at: 0, kind: 'prose', depth: 1 }, ...cutsOf[kind](text, blocks)];
  // Prose that has no lines: what follows begins where it would.
  const cuts = all.filter(({ kind: of, at }, index) => of !== 'prose' || at !== (all[index + 1]?.at ?? text.length));
  if (!areInOrder(text, cuts)) return undefined;
  const { members, tail } = cutText(text, cuts);
  return { root: { kind: 'root', name: '', gap: '', text: '', members }, tail };
}

const cutsOf: Readonly<Record<MergedKind, (text: string, blocks: readonly Block[]) => readonly Cut[]>> = {
  board: (text, blocks) => {
    const { looseEntries, sections } = parseBoard(text, blocks).board;
    const cuts = entriesCuts(text, blocks, looseEntries, 1);
    for (const { heading, kind, entries } of sections) {
      const name = kind ?? `heading ${heading.text}`;
      cuts.push({ at: lineStart(text, heading.span.start), kind: 'section', name, depth: 1 });
      cuts.push({ at: nextLine(text, heading.span.end), kind: 'prose', depth: 2 });
      for (const cut of entriesCuts(text, blocks, entries, 2)) cuts.push(cut);
    }
    return cuts;
  },
  archive: (text, blocks) => {
    const { entries } = parseArchive(text, blocks).archive;
    return entriesCuts(text, blocks, entries, 1);
  },
  lessons: (text, blocks) => {
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
  context: (text, blocks) => {
    const { updated, sections } = parseContext(text, blocks).context;
    const generated: ReadonlySet<string> = new Set(contextSections);
    const cuts: Cut[] = [];
    if (updated) {
      cuts.push({ at: lineStart(text, updated.span.start), kind: 'snapshot', name: 'updated', depth: 1 });
      cuts.push({ at: nextLine(text, updated.span.end), kind: 'prose', depth: 1 });
    }
    for (const { span, text: name } of sections) {
      const at = lineStart(text, span.start);
      if (generated.has(name)) cuts.push({ at, kind: 'snapshot', name, depth: 1 });
      else
        cuts.push({ at, kind: 'section', name, depth: 1 }, { at: nextLine(text, span.end), kind: 'prose', depth: 2 });
    }
    return cuts;
  },
};

/**
 * Where entries and their parts begin, and what stands behind them: thematic breaks divide entries and belong to none. Other than
 * where an entry is moved (`extentOf`), the last lines of a document belong to its last entry: it is the same in each version,
 * whether another one was added below it or not.
 */
function entriesCuts(text: string, blocks: readonly Block[], entries: readonly Entry[], depth: number): Cut[] {
  const cuts: Cut[] = [];
  let at = 0;
  for (const entry of entries) {
    let last = entry.form === 'bullet' ? entry.span.end : entry.headingSpan.end;
    for (let block = blocks[at]; block && block.span.end <= entry.span.end; block = blocks[++at])
      if (block.span.start >= entry.span.start && block.kind !== 'thematicBreak') last = block.span.end;
    const end = nextLine(text, last);
    for (const cut of entryCuts(text, entry, depth, end)) cuts.push(cut);
    cuts.push({ at: end, kind: 'prose', depth });
  }
  return cuts;
}
