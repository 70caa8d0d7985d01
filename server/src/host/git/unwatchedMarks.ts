import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import { isErrorCode } from '../../base/errors.js';

/**
 * Whether the index may mark files as not to be looked at, or name submodules; starts no process. Only an index of the plainest kind
 * is read here (https://git-scm.com/docs/gitformat-index): version 2, whole, with entries of SHA-1 and neither at any of them.
 */
export async function mayBeMarked({ gitFolder }: Pick<GitRepository, 'gitFolder'>): Promise<boolean> {
  try {
    return !isPlain(await readFile(path.join(gitFolder, 'index')));
  } catch (error) {
    return !isErrorCode(error, 'ENOENT');
  }
}

const headerLength = 12;
const hashLength = 20;
/** Of an entry: what the system tells of the file, the hash, and the flags. */
const flagsAt = 60;
const pathAt = 62;
const modeAt = 24;
/** Of a submodule: the commit that it is at. */
const gitlink = 0o160000;
/** Assumed unchanged, or with more flags, one of which is skip-worktree. */
const marks = 0xc000;
/** Lower-case extensions are needed to understand an index: one that is split, or sparse. */
const isNeeded = /^[^A-Z]/u;

function isPlain(index: Buffer): boolean {
  if (index.length < headerLength + hashLength) return false;
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) return false;
  const end = index.length - hashLength;
  let at = headerLength;
  for (let left = index.readUInt32BE(8); left > 0; left--) {
    if (at + pathAt >= end || (index.readUInt16BE(at + flagsAt) & marks) !== 0) return false;
    if ((index.readUInt32BE(at + modeAt) & 0o170000) === gitlink) return false;
    const pathEnd = index.indexOf(0, at + pathAt);
    if (pathEnd === -1) return false;
    // One to eight NULs make its length a multiple of eight.
    at += (Math.floor((pathEnd - at) / 8) + 1) * 8;
  }
  while (at + 8 <= end) {
    if (isNeeded.test(index.toString('latin1', at, at + 4))) return false;
    at += 8 + index.readUInt32BE(at + 4);
  }
  return at === end;
}
