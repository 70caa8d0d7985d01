import path from 'node:path';
import { inflateSync } from 'node:zlib';
import { lstat, readBytes } from '../quickFiles.js';
import { isHash } from './output.js';

/** So many bytes are unpacked here: what is larger may be endless, and git reads it in pieces. */
const mostBytes = { commit: 1024 * 1024, tree: 4 * 1024 * 1024, blob: 4 * 1024 * 1024 } as const;

/**
 * Objects that git keeps in files of their own, as it does until it packs (https://git-scm.com/docs/gitrepository-layout): what was
 * made lately is read here without starting git. All else is left to git.
 */
async function looseObject(
  commonFolder: string,
  hash: string,
  type: keyof typeof mostBytes,
): Promise<Buffer | undefined> {
  if (!isHash(hash)) return undefined;
  try {
    const file = path.join(commonFolder, 'objects', hash.slice(0, 2), hash.slice(2));
    const stats = await lstat(file);
    if (!stats.isFile() || stats.size > mostBytes[type]) return undefined;
    const bytes = inflateSync(await readBytes(file), { maxOutputLength: mostBytes[type] });
    const end = bytes.indexOf(0);
    const [, found] = /^([a-z]+) \d+$/u.exec(bytes.toString('latin1', 0, Math.max(end, 0))) ?? [];
    return found === type ? bytes.subarray(end + 1) : undefined;
  } catch {
    return undefined;
  }
}

/** What a commit says of itself. */
export interface LooseCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** When it was committed, in milliseconds since 1970. */
  readonly at: number;
}

/** @returns undefined if git has to be asked. */
export async function looseCommit(commonFolder: string, hash: string): Promise<LooseCommit | undefined> {
  const bytes = await looseObject(commonFolder, hash, 'commit');
  if (!bytes) return undefined;
  const [head = ''] = bytes.toString('latin1').split('\n\n', 1);
  const tree = /^tree ([0-9a-f]+)$/mu.exec(head)?.[1];
  const seconds = /^committer .*> (\d+) /mu.exec(head)?.[1];
  if (tree === undefined || seconds === undefined) return undefined;
  const parents = Array.from(head.matchAll(/^parent ([0-9a-f]+)$/gmu), ([, parent = '']) => parent);
  return { tree, parents, at: Number(seconds) * 1000 };
}

/** Beyond this, git is faster. */
const mostSteps = 20;

/** Whether loose commits tell that one leads to another. False: git has to be asked. */
export async function leadsToByFiles(commonFolder: string, from: string, to: string): Promise<boolean> {
  const seen = new Set([from]);
  let steps = 0;
  for (const commit of seen) {
    if (commit === to) return true;
    if (++steps > mostSteps) return false;
    for (const parent of (await looseCommit(commonFolder, commit))?.parents ?? []) seen.add(parent);
  }
  return false;
}

/** Whether loose trees tell that a commit has a file. False: git has to be asked. @param file with `/`. */
export async function holdsByFiles(commonFolder: string, commit: string, file: string): Promise<boolean> {
  let at = (await looseCommit(commonFolder, commit))?.tree;
  for (const part of file.split('/')) {
    const tree: Buffer | undefined = at === undefined ? undefined : await looseObject(commonFolder, at, 'tree');
    at = tree && entryOf(tree, part, commit.length / 2);
  }
  return at !== undefined;
}

/** The hash of an entry of a tree. */
function entryOf(tree: Buffer, name: string, hashBytes: number): string | undefined {
  for (const entry of entriesOf(tree, hashBytes)) if (entry.name === name) return entry.hash;
  return undefined;
}

interface TreeEntry {
  readonly mode: string;
  readonly name: string;
  readonly hash: string;
}

/** Each is `<mode> <name>`, a zero and the bytes of its hash. */
function* entriesOf(tree: Buffer, hashBytes: number): Generator<TreeEntry, undefined> {
  for (let from = 0; from < tree.length;) {
    const end = tree.indexOf(0, from);
    if (end === -1) return;
    const next = end + 1 + hashBytes;
    const [mode = '', ...name] = tree.toString('utf8', from, end).split(' ');
    yield { mode, name: name.join(' '), hash: tree.toString('hex', end + 1, next) };
    from = next;
  }
}

const treeMode = '40000';
const submoduleMode = '160000';

/**
 * Whether loose objects tell that what a commit has otherwise than another one matches nowhere. False: git has to be asked.
 *
 * @param pattern not global, and for the text read byte by byte.
 */
export async function lacksByFiles(
  commonFolder: string,
  { from, to }: { readonly from: string; readonly to: string },
  pattern: RegExp,
): Promise<boolean> {
  const lacks = async (old: string | undefined, now: string): Promise<boolean> => {
    const before = old === undefined ? undefined : await looseObject(commonFolder, old, 'tree');
    const after = await looseObject(commonFolder, now, 'tree');
    if (!after || (old !== undefined && !before)) return false;
    const entries = before ? [...entriesOf(before, to.length / 2)] : [];
    const there = new Map(entries.map((entry) => [entry.name, entry]));
    for (const { mode, name, hash } of entriesOf(after, to.length / 2)) {
      const known = there.get(name);
      if (known?.hash === hash || mode === submoduleMode) continue;
      if (mode === treeMode) {
        if (!(await lacks(known?.mode === treeMode ? known.hash : undefined, hash))) return false;
        continue;
      }
      const blob = await looseObject(commonFolder, hash, 'blob');
      if (!blob || pattern.test(blob.toString('latin1'))) return false;
    }
    return true;
  };
  const [old, now] = [await looseCommit(commonFolder, from), await looseCommit(commonFolder, to)];
  return old !== undefined && now !== undefined && (await lacks(old.tree, now.tree));
}
