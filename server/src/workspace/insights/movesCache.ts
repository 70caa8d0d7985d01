import { contentHash } from '../../base/contentHash.js';
import type { SectionKey } from '../git/boardStates.js';

/** An item that came to a section, or left the board. */
export interface ItemMove {
  readonly item: string;
  /** Undefined: it is no longer on the board. */
  readonly section: SectionKey | undefined;
}

/** What the versions of a board moved, one after the other; what a version says depends on its content alone. */
export interface KeptMoves {
  readonly objects: readonly string[];
  readonly moves: readonly (readonly ItemMove[])[];
}

/** Another format, or another way to read a board, is another version. */
const head = '{"version":1}';

/** Three lines: the format, versions and their moves, and a checksum of both. */
export function writeKeptMoves({ objects, moves }: KeptMoves): string {
  const lines = moves.map((step) => step.flatMap(({ item, section }) => [item, section ?? null]));
  const body = JSON.stringify([objects, lines]);
  return [head, body, contentHash(`${head}\n${body}`)].join('\n');
}

/** Undefined if the text is of another version, cut off or damaged in any other way. */
export function readKeptMoves(text: string): KeptMoves | undefined {
  const [first, body = '', checksum] = text.split('\n');
  if (first !== head || checksum !== contentHash(`${head}\n${body}`)) return undefined;
  // What follows was written by the function above: the checksum says so.
  const [objects, lines] = JSON.parse(body) as [string[], (string | null)[][]];
  return { objects, moves: lines.map(toMoves) };
}

function toMoves(line: readonly (string | null)[]): readonly ItemMove[] {
  const moves: ItemMove[] = [];
  for (let place = 0; place < line.length; place += 2)
    // A key of a section, as it was written above.
    moves.push({ item: line[place] ?? '', section: (line[place + 1] ?? undefined) as ItemMove['section'] });
  return moves;
}
