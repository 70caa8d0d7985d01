import { rescanBlocks } from '../../markdown/rescanBlocks.js';
import type { DocumentWith } from '../parsed.js';
import type { Block } from '../../markdown/blocks.js';
import { nextLine } from '../../markdown/lines.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';
import type { Span } from '../../markdown/span.js';
import { defineDocumentKind, mostBytesOfBoards } from '../defineDocumentKind.js';
import { type Cut, lineStart } from '../merge/cut.js';
import {
  type Board,
  boardHeadings,
  type BoardSectionKind,
  entriesFacts,
  entriesOf,
  type Entry,
  placedEntries,
} from './board.js';
import { entriesCuts } from './entryCuts.js';
import { firstBlockAt } from './entryFoot.js';
import { entryForm, entryOutline } from './entryParts.js';
import { parseBoard } from './parseBoard.js';

/** Words taken over hold the whole text they were cut out of, so after so many edits all are read again. */
const mostTextsHeld = 20;
const textsHeld = new WeakMap<Board, number>();

export const board = defineDocumentKind({
  name: 'board',
  mostBytes: mostBytesOfBoards,
  place: { type: 'file', setting: 'board', default: 'docs/product/sprint_board.md', about: 'The sprint board.' },
  sharedByItems: true,
  modelIsKept: true,
  facts: (model: Board) => entriesFacts(placedEntries(model)),
  parse: ({ text }) => {
    const blocks = scanBlocks(text);
    const { board: model, problems } = parseBoard(text, blocks);
    return { model, problems, blocks };
  },
  reparse: (text, before) => {
    const held = (textsHeld.get(before.model) ?? 0) + 1;
    if (held > mostTextsHeld) return undefined;
    const { board: model, problems, blocks } = reparseBoard(text, before);
    textsHeld.set(model, held);
    return { model, problems, blocks };
  },
  outline: ({ model }) => entriesOf(model).map(entryOutline),
  parts: ({ model }) => [...model.sections, ...entriesOf(model)].map(({ span }) => span),
  links: ({ model }) => entriesOf(model).flatMap(({ specPath }) => specPath ?? []),
  items: ({ model }) =>
    entriesOf(model).flatMap(({ id, headingSpan }) => (id ? [{ value: id.value, span: headingSpan }] : [])),
  missingSections: ({ model }) => {
    const there = new Set(model.sections.map(({ kind }) => kind));
    const kinds: readonly BoardSectionKind[] = ['backlog', 'inProgress', 'done'];
    return kinds
      .filter((kind) => !there.has(kind))
      .map((kind) => ({ lines: [boardHeadings[kind]], detail: 'section of the board' }));
  },
  form: (placeOf) => ({
    path: placeOf('board'),
    sections: Object.values(boardHeadings),
    ...entryForm(placeOf('specs')),
  }),
  merge: { cuts: boardCuts },
});

function dividerIn(blocks: readonly Block[], { start, end }: Span): Block | undefined {
  for (let at = firstBlockAt(blocks, start); (blocks[at]?.span.end ?? Infinity) <= end; at++)
    if (blocks[at]?.kind === 'thematicBreak') return blocks[at];
  return undefined;
}

function boardCuts(text: string, blocks: readonly Block[]): readonly Cut[] {
  const { looseEntries, sections } = parseBoard(text, blocks).board;
  const cuts = entriesCuts(text, blocks, looseEntries, 1);
  for (const { heading, kind, entries, span } of sections) {
    const name = kind ?? `heading ${heading.text}`;
    cuts.push({ at: lineStart(text, heading.span.start), kind: 'section', name, depth: 1 });
    const below = nextLine(text, heading.span.end);
    cuts.push({ at: below, kind: 'prose', depth: 2 });
    // Where no entry is between what is above entries and what is below them, a divider is.
    const divider = entries.length > 0 ? undefined : dividerIn(blocks, span);
    if (divider && lineStart(text, divider.span.start) > below)
      cuts.push({ at: lineStart(text, divider.span.start), kind: 'prose', depth: 2 });
    for (const cut of entriesCuts(text, blocks, entries, 2)) cuts.push(cut);
  }
  return cuts;
}

/**
 * Reads a board of which an earlier text is known: a board has thousands of entries, and an edit concerns one. What is read is
 * what `parseBoard` would read; entries that did not change and did not move are the very ones before.
 */
function reparseBoard(
  text: string,
  before: DocumentWith<Board>,
): ReturnType<typeof parseBoard> & { readonly blocks: readonly Block[] } {
  const { blocks, rescanned } = rescanBlocks(text, before);
  const kept = new Map<Entry['headingSpan'], Entry>();
  const keep = (entries: readonly Entry[]): void => {
    for (const entry of entries)
      if (entry.span.end < rescanned.start || entry.span.start >= rescanned.end) kept.set(entry.headingSpan, entry);
  };
  keep(before.model.looseEntries);
  for (const { entries } of before.model.sections) keep(entries);
  return { ...parseBoard(text, blocks, kept), blocks };
}
