import type { Board, BoardSectionKind, Entry } from '../../documents/board/board.js';
import { parseBoard } from '../../documents/board/parseBoard.js';
import type { Block } from '../../markdown/blocks.js';
import { scanBlocks } from '../../markdown/scanBlocks.js';

/** What a version of the board says of its items. Where two versions say the same of an item, it is often the same object. */
export type BoardState = ReadonlyMap<string, ItemState>;

export interface ItemState {
  /** Where it is; of several places the last. */
  readonly section: SectionKey;
  readonly inProgress: boolean;
  readonly done: boolean;
  readonly tasks: readonly { readonly text: string; readonly ticked: boolean }[];
}

/** A section by its kind, whatever its heading; a custom one by a colon and its heading, and what is before the first by a colon alone. */
export type SectionKey = BoardSectionKind | `:${string}`;

/** A part of a board by itself. */
interface BoardPiece {
  readonly items: readonly (readonly [string, ItemState])[];
  /** The heading that the pieces behind it are below, as it is written. */
  readonly section: string;
}

/** Where an entry begins, whatever is before it but an open fence or HTML. */
const entryStart = /\n(?=### \[(?:STORY|HOTFIX|BUG)(?:-[A-Za-z0-9_]+)*-\d+\])/u;

/** Reads versions of one board: most entries are the same in hundreds of them, so each is parsed once, by itself, below its section. */
export function createBoardReader(): (text: string) => BoardState {
  const known = new Map<string, Map<string, BoardPiece | undefined>>();
  const pieceOf = (section: string, text: string): BoardPiece | undefined => {
    const inSection = known.get(section) ?? new Map<string, BoardPiece | undefined>();
    known.set(section, inSection);
    if (!inSection.has(text)) inSection.set(text, readPiece(section, text));
    return inSection.get(text);
  };

  return (text) => {
    const items: (readonly [string, ItemState])[] = [];
    let section = '';
    for (const part of text.split(entryStart)) {
      const piece = pieceOf(section, part);
      if (!piece) return readBoardState(text);
      for (const item of piece.items) items.push(item);
      ({ section } = piece);
    }
    return join(items);
  };
}

/** Reads a version by itself. */
function readBoardState(text: string): BoardState {
  return join(readItems(parse(text).board));
}

/** Undefined if the part may go on beyond the next entry's heading. */
function readPiece(section: string, part: string): BoardPiece | undefined {
  const text = section === '' ? part : `${section}\n\n${part}`;
  const { board, blocks } = parse(text);
  const last = blocks.at(-1);
  if ((last && isOpenEnded(last, text)) || (section === '' && mayOpenFrontMatter(blocks, text))) return undefined;
  const heading = board.sections.at(-1)?.heading;
  return {
    items: readItems(board),
    section: heading ? text.slice(heading.span.start, heading.span.end).trimEnd() : section,
  };
}

function parse(text: string): { readonly board: Board; readonly blocks: readonly Block[] } {
  const blocks = scanBlocks(text);
  return { board: parseBoard(text, blocks).board, blocks };
}

/** A heading ends whatever is before it but code between fences and HTML that are not closed. */
function isOpenEnded(block: Block, text: string): boolean {
  if (block.kind === 'html') return !(block.comment && text.slice(block.span.start, block.span.end).includes('-->'));
  return block.kind === 'fence';
}

/** What looks like the start of front matter is that only where it ends somewhere. */
function mayOpenFrontMatter([first]: readonly Block[], text: string): boolean {
  return first?.kind !== 'frontMatter' && /^\uFEFF?(?:---|\+\+\+)/u.test(text);
}

function readItems({ looseEntries, sections }: Board): (readonly [string, ItemState])[] {
  const read = (entries: readonly Entry[], section: SectionKey): (readonly [string, ItemState])[] =>
    entries.flatMap(({ id, tasks }) => {
      if (!id) return [];
      const state = tasks.map(({ text, checked }) => ({ text: text.value, ticked: checked }));
      const [inProgress, done] = [section === 'inProgress', section === 'done'];
      return [[id.value, { section, inProgress, done, tasks: state }] as const];
    });
  return [
    ...read(looseEntries, ':'),
    ...sections.flatMap(({ kind, heading, entries }) => read(entries, kind ?? `:${heading.text.trim()}`)),
  ];
}

/** An item that is on the board several times is taken as one. */
function join(items: readonly (readonly [string, ItemState])[]): BoardState {
  const state = new Map<string, ItemState>();
  for (const [id, one] of items) {
    const other = state.get(id);
    state.set(
      id,
      other
        ? {
            section: one.section,
            inProgress: other.inProgress || one.inProgress,
            done: other.done || one.done,
            tasks: [...other.tasks, ...one.tasks],
          }
        : one,
    );
  }
  return state;
}
