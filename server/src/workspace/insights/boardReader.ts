import { parseItemId } from '../../documents/itemId.js';
import { createPieceReader, entryStart, readBoardState, type SectionKey } from '../git/boardStates.js';

/** In which section each item is, in the order of the board. The same object as of the version before where that says the same. */
export type Sections = ReadonlyMap<string, SectionKey>;

type Items = readonly (readonly [string, { readonly section: SectionKey }])[];

/** An entry, or what is before the first. */
interface Part {
  /** In bytes. */
  readonly start: number;
  /** The heading of the section that it begins in, as written. */
  readonly section: string;
  readonly piece: Piece;
}

interface Piece {
  readonly items: Items;
  /** The heading that what is behind it is below, as written. */
  readonly section: string;
}

interface Version {
  readonly bytes: Buffer;
  /** Undefined if the text could only be read as a whole. */
  readonly parts: readonly Part[] | undefined;
  readonly sections: Sections;
}

/**
 * Reads the versions of one board one after the other. Two of them differ in a line or two nearly always, so only the entries around
 * what differs are looked at: thousands of versions cost little more than comparing their bytes.
 */
export function createSectionsReader(): (bytes: Uint8Array) => Sections {
  const pieceOf = createPartReader();
  let last: Version = { bytes: Buffer.alloc(0), parts: undefined, sections: new Map() };

  /** Reads some of the bytes, entry by entry; undefined if the entries cannot be told apart. */
  const readParts = (bytes: Buffer, from: number, to: number, section: string): Part[] | undefined => {
    const text = bytes.toString('utf8', from, to);
    // Where a character stands for bytes that are none, places in the text are not those of the bytes.
    if (Buffer.byteLength(text) !== to - from) return undefined;
    const parts: Part[] = [];
    let start = from;
    let below = section;
    for (const own of text.split(entryStart)) {
      const piece = pieceOf(below, own);
      if (!piece) return undefined;
      parts.push({ start, section: below, piece });
      start += Buffer.byteLength(own) + 1;
      below = piece.section;
    }
    return parts;
  };

  const readWhole = (bytes: Buffer): Version => {
    const parts = readParts(bytes, 0, bytes.length, '');
    return { bytes, parts, sections: parts ? sectionsOf(parts) : wholeSections(bytes.toString('utf8')) };
  };

  const readAfter = (before: Version, bytes: Buffer): Version | undefined => {
    const { parts } = before;
    if (!parts) return undefined;
    const shared = sharedStart(before.bytes, bytes);
    const sharedAtEnd = sharedEnd(before.bytes, bytes, shared);
    const longer = bytes.length - before.bytes.length;
    if (longer === 0 && differInTasks(before.bytes, bytes, shared, sharedAtEnd)) return { ...before, bytes };
    // Whether an entry starts here depends on the line that starts here: so the next one has to be the same, too.
    const first = Math.max(0, countUpTo(parts, shared) - 2);
    const last = countUpTo(parts, before.bytes.length - sharedAtEnd);
    const from = parts[first];
    const to = parts[last];
    if (!from) return undefined;
    const middle = readParts(bytes, from.start, to ? to.start + longer - 1 : bytes.length, from.section);
    // What is behind is below the heading it was below, or all of it is read.
    if (!middle || (to && middle.at(-1)?.piece.section !== to.section)) return undefined;
    const behind = parts.slice(last);
    const now = [...parts.slice(0, first), ...middle];
    for (const { start, section, piece } of behind) now.push({ start: start + longer, section, piece });
    const same = sameItems(parts.slice(first, last), middle);
    return { bytes, parts: now, sections: same ? before.sections : sectionsOf(now) };
  };

  return (given) => {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
    const read = readAfter(last, bytes) ?? readWhole(bytes);
    last = isSame(read.sections, last.sections) ? { ...read, sections: last.sections } : read;
    return last.sections;
  };
}

/** Reads a part below the heading of its section; undefined if it may go on beyond the next entry's heading. */
function createPartReader(): (section: string, text: string) => Piece | undefined {
  const parse = createPieceReader();
  return (section, text) => {
    const item = plainEntryItem(text);
    // Any entry is where the heading above has it.
    const known = item === undefined ? undefined : parse(section, anyEntry)?.items[0];
    return known && item !== undefined ? { items: [[item, known[1]]], section } : parse(section, text);
  };
}

const anyEntry = '### [STORY-1] Any\n';

/** How many parts begin at or before a place. */
function countUpTo(parts: readonly Part[], place: number): number {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.start ?? 0) <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The length up to which two versions begin alike. */
function sharedStart(one: Buffer, other: Buffer): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  for (let step = largestStep(most); step >= 1; step /= 2)
    if (length + step <= most && one.compare(other, length, length + step, length, length + step) === 0) length += step;
  return length;
}

/** The same for their ends, which do not go into what is known to be shared at the start. */
function sharedEnd(one: Buffer, other: Buffer, start: number): number {
  const most = Math.min(one.length, other.length) - start;
  let length = 0;
  for (let step = largestStep(most); step >= 1; step /= 2) {
    const [ofOne, ofOther] = [one.length - length, other.length - length];
    if (length + step <= most && one.compare(other, ofOther - step, ofOther, ofOne - step, ofOne) === 0) length += step;
  }
  return length;
}

/** A task at the start of a line, without anything that could begin or end something else. */
const plainTask = /^- \[[ xX]\] [^\s<>`~][^<>`~]*$/;

/** Whether nothing differs but words and ticks of tasks, which move no entry: so it is with most versions. */
function differInTasks(one: Buffer, other: Buffer, start: number, end: number): boolean {
  const from = start === 0 ? 0 : one.lastIndexOf(lineFeed, start - 1) + 1;
  const linesOf = (bytes: Buffer): readonly string[] => {
    const to = bytes.indexOf(lineFeed, Math.max(start, bytes.length - end));
    return bytes.toString('latin1', from, to < 0 ? bytes.length : to).split('\n');
  };
  const [some, others] = [linesOf(one), linesOf(other)];
  return some.length === others.length && [...some, ...others].every((line) => plainTask.test(line));
}

const lineFeed = 0x0a;
const largestStep = (length: number): number => 2 ** Math.floor(Math.log2(Math.max(length, 1)));

function* itemsOf(parts: readonly Part[]): Generator<Items[number]> {
  for (const { piece } of parts) yield* piece.items;
}

function sameItems(some: readonly Part[], others: readonly Part[]): boolean {
  const left = itemsOf(others);
  for (const [id, { section }] of itemsOf(some)) {
    const other = left.next();
    if (other.done || other.value[0] !== id || other.value[1].section !== section) return false;
  }
  return left.next().done === true;
}

/** An item that is on the board several times is where it is last: sections go from Backlog to Done. */
function sectionsOf(parts: readonly Part[]): Sections {
  const sections = new Map<string, SectionKey>();
  for (const [id, { section }] of itemsOf(parts)) sections.set(id, section);
  return sections;
}

function wholeSections(text: string): Sections {
  return new Map(Array.from(readBoardState(text), ([id, { section }]) => [id, section]));
}

function isSame(some: Sections, others: Sections): boolean {
  if (some === others) return true;
  if (some.size !== others.size) return false;
  for (const [id, section] of some) if (others.get(id) !== section) return false;
  return true;
}

/**
 * An entry of nothing but its title, blank lines, tasks and quotes, without a character that could begin code, HTML or a comment:
 * each line is known by how it begins, and nothing of it goes on behind it.
 */
const plain = /^### \[([A-Z][\w-]*)\] [^<>`~\r\n]+(?:\n(?:- \[[ xX]\] [^\s<>`~][^<>`~\r\n]*|> [^<>`~\r\n]*)?)*$/u;

/**
 * The item of an entry that can be read without parsing it: so are most, and a board's past has thousands.
 *
 * @param text from its heading up to the next entry's.
 * @returns undefined if only parsing tells.
 */
function plainEntryItem(text: string): string | undefined {
  const id = plain.exec(text)?.[1];
  return id !== undefined && parseItemId(id) ? id : undefined;
}
