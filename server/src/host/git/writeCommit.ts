import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { MergeCommit } from '../../workspace/worktreePort.js';
import { looseCommit } from './looseObjects.js';
import { isHash } from './output.js';

/**
 * Writes a merge commit as git does without settings (https://git-scm.com/docs/gitrepository-layout): an object in a file of its own,
 * to which nothing leads yet. Starting git for it takes longer than all else of it.
 *
 * @returns undefined if git has to make it.
 */
export async function writeMergeCommit(
  commonFolder: string,
  { tip, onto, message, author, committer }: MergeCommit,
): Promise<string | undefined> {
  const tree = (await looseCommit(commonFolder, tip))?.tree;
  if (tree === undefined || !isHash(onto)) return undefined;
  const head = [`tree ${tree}`, `parent ${onto}`, `parent ${tip}`, `author ${author}`, `committer ${committer}`];
  const body = Buffer.from(`${head.join('\n')}\n\n${message}`);
  const bytes = Buffer.concat([Buffer.from(`commit ${body.length}\0`), body]);
  const hash = createHash(tip.length === 64 ? 'sha256' : 'sha1')
    .update(bytes)
    .digest('hex');
  const folder = path.join(commonFolder, 'objects', hash.slice(0, 2));
  // Git removes files of such names that were left.
  const temporary = path.join(folder, `tmp_obj_${randomBytes(3).toString('hex')}`);
  try {
    // Each is a few bytes, which another thread would take longer for.
    mkdirSync(folder, { recursive: true });
    writeFileSync(temporary, deflateSync(bytes), { flag: 'wx', mode: 0o444 });
    renameSync(temporary, path.join(folder, hash.slice(2)));
    return hash;
  } catch {
    rmSync(temporary, { force: true });
    return undefined;
  }
}
