import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync, inflateSync } from 'node:zlib';

/** A file as a tree, or an index, names it. */
export interface GitFile {
  /** From the top, with `/`. */
  readonly path: string;
  /** As git writes it: `100644`. */
  readonly mode: string;
  readonly hash: string;
}

/** A file in the folder of a repository. */
export interface FolderFile extends GitFile {
  readonly file: string;
}

/** Beyond this git is faster. */
const mostFiles = 200;

/**
 * All files in order of their paths; undefined where one is not as it is in git.
 *
 * @param foreign how the names begin of files that may tell git to do otherwise.
 */
export function filesIn(folder: string, foreign: readonly string[]): readonly FolderFile[] | undefined {
  const found: FolderFile[] = [];
  const read = (below: string): boolean => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = `${below}${entry.name}`;
      if (name === '.git') continue;
      if (foreign.some((begin) => entry.name.startsWith(begin)) || found.length > mostFiles) return false;
      const file = path.join(folder, name);
      if (entry.isDirectory()) {
        if (!read(`${name}/`)) return false;
      } else if (!entry.isFile()) return false;
      else {
        const mode = (lstatSync(file).mode & 0o100) === 0 ? '100644' : '100755';
        found.push({ path: name, file, mode, hash: hashOf(objectOf('blob', readFileSync(file))) });
      }
    }
    return true;
  };
  return read('') ? found.toSorted((a, b) => compare(a.path, b.path)) : undefined;
}

/** As git sorts paths. */
export const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Writes the tree of what is in a folder, with those in it. @returns its hash. */
export function treeOf(own: string, entries: readonly GitFile[], below = ''): string {
  const parts = new Map<string, Buffer>();
  const part = (mode: string, name: string, hash: string): Buffer =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, 'hex')]);
  for (const one of entries) {
    const [name = '', ...rest] = one.path.slice(below.length).split('/');
    // A folder is sorted as if its name ended in a slash.
    if (rest.length === 0) parts.set(name, part(one.mode, name, one.hash));
    else if (!parts.has(`${name}/`)) {
      const inside = `${below}${name}/`;
      const within = entries.filter(({ path: file }) => file.startsWith(inside));
      parts.set(`${name}/`, part('40000', name, treeOf(own, within, inside)));
    }
  }
  const sorted = [...parts].toSorted(([a], [b]) => compare(a, b)).map(([, bytes]) => bytes);
  return writeObject(own, 'tree', Buffer.concat(sorted));
}

export function objectOf(kind: 'blob' | 'tree' | 'commit', bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

/** @param own the folder that `objects` is in. */
export function writeObject(own: string, kind: 'blob' | 'tree' | 'commit', bytes: Buffer): string {
  const object = objectOf(kind, bytes);
  const hash = hashOf(object);
  keepObject(own, hash, () => object);
  return hash;
}

/** Packed or not, what is there is not written again but where it is packed. */
export function keepObject(own: string, hash: string, object: () => Buffer): void {
  const file = path.join(own, 'objects', hash.slice(0, 2), hash.slice(2));
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, deflateSync(object(), { level: 1 }), { mode: 0o444 });
}

/** The index in its second version (gitformat-index(5)), with what the system says of each file. */
export function indexOf(entries: readonly FolderFile[]): Buffer {
  const header = Buffer.alloc(12);
  header.write('DIRC');
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(entries.length, 8);
  const parts = entries.map((entry) => {
    const name = Buffer.from(entry.path);
    // It ends in one to eight zeros, so that its length is a multiple of eight.
    const bytes = Buffer.alloc((62 + name.length + 8) & ~7);
    const stat = lstatSync(entry.file, { bigint: true });
    const billion = 1_000_000_000n;
    const numbers = [stat.ctimeNs / billion, stat.ctimeNs % billion, stat.mtimeNs / billion, stat.mtimeNs % billion]
      .concat([stat.dev, stat.ino, BigInt(`0o${entry.mode}`), stat.uid, stat.gid, stat.size])
      .map((number) => Number(number & 0xffffffffn));
    for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, index * 4);
    bytes.write(entry.hash, 40, 'hex');
    bytes.writeUInt16BE(Math.min(name.length, 0xfff), 60);
    name.copy(bytes, 62);
    return bytes;
  });
  const all = Buffer.concat([header, ...parts]);
  return Buffer.concat([all, createHash('sha1').update(all).digest()]);
}

/** The files of an index of the plainest kind: version 2, without marks. */
export function filesOfIndex(index: Buffer): readonly GitFile[] {
  const found: GitFile[] = [];
  for (let at = 12; found.length < index.readUInt32BE(8);) {
    const end = index.indexOf(0, at + 62);
    const mode = index.readUInt32BE(at + 24).toString(8);
    found.push({ path: index.toString('utf8', at + 62, end), mode, hash: index.toString('hex', at + 40, at + 60) });
    at += (end - at + 8) & ~7;
  }
  return found;
}

export interface GitObject {
  readonly kind: string;
  readonly bytes: Buffer;
}

/** An object that is in a file of its own. @param places the folders that `objects` is in. */
export function readObject(places: readonly string[], hash: string): GitObject | undefined {
  const file = places
    .map((place) => path.join(place, 'objects', hash.slice(0, 2), hash.slice(2)))
    .find((one) => existsSync(one));
  if (file === undefined) return undefined;
  const bytes = inflateSync(readFileSync(file));
  const end = bytes.indexOf(0);
  return { kind: bytes.toString('latin1', 0, bytes.indexOf(' ')), bytes: bytes.subarray(end + 1) };
}

/** The entries of one tree; that of a folder has the mode `40000`. */
export function entriesOfTree(tree: Buffer): readonly GitFile[] {
  const found: GitFile[] = [];
  for (let from = 0; from < tree.length;) {
    const end = tree.indexOf(0, from);
    const [mode = '', ...name] = tree.toString('utf8', from, end).split(' ');
    found.push({ mode, path: name.join(' '), hash: tree.toString('hex', end + 1, end + 21) });
    from = end + 21;
  }
  return found;
}
