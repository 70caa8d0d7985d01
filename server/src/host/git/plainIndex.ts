const headerLength = 12;
const hashLength = 20;
/** Within an entry, in bytes: where its mode, its flags and its path begin. */
const modeAt = 24;
const flagsAt = 60;
const pathAt = 62;
/** Of a submodule: the commit that it is at. */
const gitlink = 0o160000;
/** Assumed unchanged, with more flags, one of which is skip-worktree, or one side of a conflict. */
const marks = 0xf000;
/** Lower-case extensions are needed to understand an index: one that is split, or sparse. */
const isNeeded = /^[^A-Z]/u;

/** Entries and extensions of an index. */
export interface PlainIndex {
  readonly count: number;
  /** The tree that the index holds, if git has kept that. */
  readonly tree: string | undefined;
}

/**
 * Reads an index of the plainest kind (https://git-scm.com/docs/gitformat-index): version 2, whole, with entries of SHA-1, of which none
 * is marked, a submodule, or in conflict.
 *
 * @param take given where each entry begins, and where its path ends.
 * @returns undefined for any other.
 */
export function readPlainIndex(index: Buffer, take?: (at: number, pathEnd: number) => void): PlainIndex | undefined {
  if (index.length < headerLength + hashLength) return undefined;
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) return undefined;
  const end = index.length - hashLength;
  const count = index.readUInt32BE(8);
  let at = headerLength;
  for (let left = count; left > 0; left--) {
    if (at + pathAt >= end || (index.readUInt16BE(at + flagsAt) & marks) !== 0) return undefined;
    if ((index.readUInt32BE(at + modeAt) & 0o170000) === gitlink) return undefined;
    const pathEnd = index.indexOf(0, at + pathAt);
    if (pathEnd === -1) return undefined;
    take?.(at, pathEnd);
    // One to eight NULs make its length a multiple of eight.
    at += (Math.floor((pathEnd - at) / 8) + 1) * 8;
  }
  let tree: string | undefined;
  while (at + 8 <= end) {
    const name = index.toString('latin1', at, at + 4);
    if (isNeeded.test(name)) return undefined;
    const next = at + 8 + index.readUInt32BE(at + 4);
    if (name === 'TREE') tree = treeIn(index.subarray(at + 8, next));
    at = next;
  }
  return at === end ? { count, tree } : undefined;
}

/** The first of the trees: an empty path, the number of entries, that of subtrees, and the hash, which is missing where it is outdated. */
function treeIn(extension: Buffer): string | undefined {
  const line = extension.indexOf(0x0a);
  const [, entries] = /^\0(-?\d+) \d+$/u.exec(extension.toString('latin1', 0, Math.max(line, 0))) ?? [];
  if (entries === undefined || Number(entries) < 0) return undefined;
  return extension.toString('hex', line + 1, line + 1 + hashLength);
}

/** What an entry says of its file. */
export interface IndexEntry {
  readonly path: string;
  /** In nanoseconds since 1970. */
  readonly changedAt: bigint;
  readonly modifiedAt: bigint;
  /** The lower half. */
  readonly inode: number;
  readonly mode: number;
  readonly size: number;
}

/** @param at where it begins. */
export function entryAt(index: Buffer, at: number, pathEnd: number): IndexEntry {
  const time = (from: number): bigint =>
    BigInt(index.readUInt32BE(from)) * 1_000_000_000n + BigInt(index.readUInt32BE(from + 4));
  return {
    path: index.toString('utf8', at + pathAt, pathEnd),
    changedAt: time(at),
    modifiedAt: time(at + 8),
    inode: index.readUInt32BE(at + 20),
    mode: index.readUInt32BE(at + modeAt),
    size: index.readUInt32BE(at + 36),
  };
}
