import path from 'node:path';
import { relativePath } from '../../base/relativePath.js';
import type { Piece } from '../../operations/setUp/piece.js';
import type { Machine } from '../../workspace/machine.js';

/**
 * Pieces in the files that links lead to, each once: where `CLAUDE.md` is a link to `AGENTS.md`, both are one file. What leads out of
 * the root keeps its path, so that writing it is refused.
 */
export async function whereLinksLead(
  pieces: readonly Piece[],
  { files }: Pick<Machine, 'files'>,
  root: string,
): Promise<readonly Piece[]> {
  const top = (await files.realPath(root)) ?? root;
  const known = new Map<string, string>();
  const placeOf = async (wanted: string): Promise<string> => {
    const before = known.get(wanted);
    if (before !== undefined) return before;
    const real = await files.realPath(path.join(top, ...wanted.split('/')));
    const folder = path.posix.dirname(wanted);
    const above =
      real === undefined && folder !== '.' ? `${await placeOf(folder)}/${path.posix.basename(wanted)}` : wanted;
    const place = (real === undefined ? undefined : relativePath(top, real)) ?? above;
    known.set(wanted, place);
    return place;
  };
  const distinct = new Map<string, Piece>();
  for (const piece of pieces) {
    const led = { ...piece, path: await placeOf(piece.path) };
    distinct.set(JSON.stringify(led), led);
  }
  return [...distinct.values()];
}
