import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { GitRepository } from '../../workspace/ports.js';
import { headText } from './gitFolders.js';
import { looseCommit } from './looseObjects.js';
import { isHash } from './output.js';
import { entryAt, type IndexEntry, readPlainIndex } from './plainIndex.js';

/** Beyond this, starting git is faster. */
const mostFiles = 500;
const mostFolders = 200;

/** Pactwright's own files, which its own pattern ignores. */
const ours = '.pactwright/local';

type Worktree = Pick<GitRepository, 'top' | 'gitFolder' | 'commonFolder'>;

/**
 * Whether a small worktree has nothing but what HEAD has: the index holds that tree, what the system says of each file is what git has
 * noted, to the nanosecond, and there is no other file, ignored or not. False: git has to be asked.
 */
export async function isCleanByFiles(worktree: Worktree): Promise<boolean> {
  // Elsewhere the system tells less.
  if (process.platform !== 'linux') return false;
  try {
    const file = path.join(worktree.gitFolder, 'index');
    const { mtimeNs, size } = statSync(file, { bigint: true });
    if (size > mostFiles * 200) return false;
    const bytes = readFileSync(file);
    const entries = new Map<string, IndexEntry>();
    const index = readPlainIndex(bytes, (at, end) => {
      const entry = entryAt(bytes, at, end);
      entries.set(entry.path, entry);
    });
    if (!index || index.count > mostFiles || index.tree === undefined) return false;
    if (index.tree !== (await treeOfHead(worktree))) return false;
    for (const entry of entries.values())
      if (!isAsNoted(path.join(worktree.top, entry.path), entry, mtimeNs)) return false;
    return hasNoOther(worktree.top, entries);
  } catch {
    return false;
  }
}

async function treeOfHead({ gitFolder, commonFolder }: Worktree): Promise<string | undefined> {
  const head = await headText(gitFolder);
  const ref = head?.startsWith('ref: ') === true ? head.slice('ref: '.length) : undefined;
  const hash = ref === undefined ? head : readFileSync(path.join(commonFolder, ref), 'utf8').trim();
  return hash !== undefined && isHash(hash) ? (await looseCommit(commonFolder, hash))?.tree : undefined;
}

/** @param notedAt when git wrote the index: what was modified since, or in the same moment, may be another text of the same size. */
function isAsNoted(file: string, { changedAt, modifiedAt, inode, mode, size }: IndexEntry, notedAt: bigint): boolean {
  const found = lstatSync(file, { bigint: true });
  if (found.mtimeNs !== modifiedAt || found.ctimeNs !== changedAt || modifiedAt >= notedAt) return false;
  if (Number(found.ino & 0xffffffffn) !== inode || Number(found.size & 0xffffffffn) !== size) return false;
  if (mode === 0o120000) return found.isSymbolicLink();
  return found.isFile() && mode === ((found.mode & 0o100n) === 0n ? 0o100644 : 0o100755);
}

function hasNoOther(top: string, entries: ReadonlyMap<string, IndexEntry>): boolean {
  const folders = [''];
  for (const folder of folders) {
    if (folders.length > mostFolders) return false;
    for (const entry of readdirSync(path.join(top, folder), { withFileTypes: true })) {
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (name === '.git' || (name === ours && isOurs(path.join(top, ours)))) continue;
      if (entry.isDirectory()) folders.push(name);
      else if (!entries.has(name)) return false;
    }
  }
  return true;
}

function isOurs(folder: string): boolean {
  return readFileSync(path.join(folder, '.gitignore'), 'utf8') === '*\n' && lstatSync(folder).isDirectory();
}
