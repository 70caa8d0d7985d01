import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';

/** Who commits, and when: in milliseconds since 1970. */
export interface HandAuthor {
  readonly name: string;
  readonly at: number;
}

interface IndexEntry {
  /** From the top, with `/`. */
  readonly path: string;
  readonly file: string;
  readonly executable: boolean;
  readonly hash: string;
}

/** A few settings are no reason to leave a commit to git. */
const harmlessSettings = /^(?:\[(?:user|remote "\w+")\]\n(?:\t(?:name|email|url|fetch) = [^\n]*\n)*)*$/u;
/** What goes on, or changes what git would add or run. */
const others = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'shallow']
  .concat(['info/exclude', 'info/attributes', 'info/sparse-checkout', 'hooks/pre-commit', 'hooks/post-commit'])
  .concat(['hooks/commit-msg', 'hooks/prepare-commit-msg', 'hooks/post-index-change', 'hooks/reference-transaction']);
/** Beyond this git is faster. */
const mostFiles = 200;

/**
 * Commits all there is as `git add --all` and `git commit` would, to the same hash, without starting either: half of what tests of
 * histories take is the start of processes.
 *
 * @param folder the top of a repository.
 * @param settings its configuration, as it was made.
 * @returns the hash; undefined where git has to do it, as there is something about the repository or its files that counts.
 */
export function commitByHand(
  folder: string,
  settings: string,
  message: string,
  author: HandAuthor,
): string | undefined {
  const own = path.join(folder, '.git');
  if (!lstatSync(own).isDirectory() || others.some((name) => existsSync(path.join(own, name)))) return undefined;
  const configuration = readFileSync(path.join(own, 'config'), 'utf8');
  if (!configuration.startsWith(settings) || !harmlessSettings.test(configuration.slice(settings.length)))
    return undefined;
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N} ]*[\p{L}\p{N}])?$/u.test(author.name)) return undefined;
  const entries = entriesIn(folder);
  const head = headIn(own);
  if (entries === undefined || head === undefined) return undefined;
  for (const { file, hash } of entries) keep(own, hash, () => objectOf('blob', readFileSync(file)));
  const identity = `${author.name} <ann@example.org> ${Math.floor(author.at / 1000)} +0000`;
  const lines = [`tree ${treeOf(own, entries, '')}`, ...(head.commit === undefined ? [] : [`parent ${head.commit}`])];
  const text = `${lines.join('\n')}\nauthor ${identity}\ncommitter ${identity}\n\n${message}`;
  const commit = write(own, 'commit', Buffer.from(text));
  writeFileSync(path.join(own, 'index'), indexOf(entries));
  const kind = head.commit === undefined ? 'commit (initial)' : 'commit';
  const said = `${kind}: ${message.split('\n', 1)[0] ?? ''}`.replaceAll(/\s+/gu, ' ').trim();
  for (const name of head.names) {
    put(own, name, `${commit}\n`, 'w');
  }
  for (const name of new Set(['HEAD', ...head.names]))
    put(own, `logs/${name}`, `${head.commit ?? '0'.repeat(40)} ${commit} ${identity}\t${said}\n`, 'a');
  return commit;
}

/**
 * Writes `git config user.name …`, `git config user.email …` and `git remote add …` into the configuration as git would.
 *
 * @param args of git. @returns false where git has to do it.
 */
export function setByHand(folder: string, args: readonly string[]): boolean {
  const [, key = '', remote = '', value = ''] =
    /^(?:config user\.(name|email)|remote add (\w+)) ([\w.:/@-]+(?: [\w.:/@-]+)*)$/u.exec(args.join(' ')) ?? [];
  const file = path.join(folder, '.git', 'config');
  if (value === '' || args.length !== (key === '' ? 4 : 3) || !existsSync(file)) return false;
  const text = readFileSync(file, 'utf8');
  const section = key === '' ? `[remote "${remote}"]\n` : '[user]\n';
  // Git puts a value where the section is.
  const isThere = text.includes(section);
  if (isThere && (key === '' || !/\[user\]\n\t\w+ = [^\n]*\n$/u.test(text) || text.includes(`\t${key} = `)))
    return false;
  const lines =
    key === '' ? `\turl = ${value}\n\tfetch = +refs/heads/*:refs/remotes/${remote}/*\n` : `\t${key} = ${value}\n`;
  writeFileSync(file, `${text}${isThere ? '' : section}${lines}`);
  return true;
}

/**
 * Creates a branch at HEAD and checks it out, as `git checkout -b` would.
 *
 * @returns false where git has to do it.
 */
export function branchByHand(folder: string, name: string, author: HandAuthor): boolean {
  const own = path.join(folder, '.git');
  if (
    !lstatSync(own).isDirectory() ||
    [...others, 'packed-refs', 'hooks/post-checkout'].some((one) => existsSync(path.join(own, one)))
  )
    return false;
  const head = headIn(own);
  const places = name.split('/').map((_, at, all) => path.join(own, 'refs/heads', ...all.slice(0, at + 1)));
  if (!head?.commit || !/^[\w-]+(?:\/[\w-]+)*$/u.test(name)) return false;
  if (existsSync(places.at(-1) ?? '') || places.some((one) => existsSync(one) && !lstatSync(one).isDirectory()))
    return false;
  const { commit, names } = head;
  const identity = `${author.name} <ann@example.org> ${Math.floor(author.at / 1000)} +0000`;
  const from = names[0] === 'HEAD' ? commit : names[0]?.replace('refs/heads/', '');
  put(own, `refs/heads/${name}`, `${commit}\n`, 'w');
  put(own, `logs/refs/heads/${name}`, `${'0'.repeat(40)} ${commit} ${identity}\tbranch: Created from HEAD\n`, 'a');
  put(own, 'HEAD', `ref: refs/heads/${name}\n`, 'w');
  put(own, 'logs/HEAD', `${commit} ${commit} ${identity}\tcheckout: moving from ${from} to ${name}\n`, 'a');
  return true;
}

/** Where HEAD is: the files to be changed, and the commit they name; undefined where files do not say. */
function headIn(own: string): { readonly names: readonly string[]; readonly commit: string | undefined } | undefined {
  const read = (name: string): string | undefined => {
    const file = path.join(own, name);
    return existsSync(file) ? readFileSync(file, 'utf8').trim() : undefined;
  };
  const head = read('HEAD') ?? '';
  if (/^[0-9a-f]{40}$/u.test(head)) return { names: ['HEAD'], commit: head };
  const [, branch] = /^ref: (refs\/heads\/.+)$/u.exec(head) ?? [];
  if (branch === undefined) return undefined;
  const commit = read(branch);
  if (commit === undefined && existsSync(path.join(own, 'packed-refs'))) return undefined;
  return { names: [branch], commit };
}

/** All files in order of their paths; undefined where one is not as it is in git. */
function entriesIn(folder: string): readonly IndexEntry[] | undefined {
  const found: IndexEntry[] = [];
  const read = (below: string): boolean => {
    for (const entry of readdirSync(path.join(folder, below), { withFileTypes: true })) {
      const name = `${below}${entry.name}`;
      if (name === '.git') continue;
      if (entry.name.startsWith('.git') || found.length > mostFiles) return false;
      const file = path.join(folder, name);
      if (entry.isDirectory()) {
        if (!read(`${name}/`)) return false;
      } else if (!entry.isFile()) return false;
      else {
        const executable = (lstatSync(file).mode & 0o100) !== 0;
        found.push({ path: name, file, executable, hash: hashOf(objectOf('blob', readFileSync(file))) });
      }
    }
    return true;
  };
  return read('') ? found.toSorted((a, b) => compare(a.path, b.path)) : undefined;
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Writes the tree of what is in a folder, with those in it. @returns its hash. */
function treeOf(own: string, entries: readonly IndexEntry[], below: string): string {
  const parts = new Map<string, Buffer>();
  const part = (mode: string, name: string, hash: string): Buffer =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(hash, 'hex')]);
  for (const one of entries) {
    const [name = '', ...rest] = one.path.slice(below.length).split('/');
    // A folder is sorted as if its name ended in a slash.
    if (rest.length === 0) parts.set(name, part(one.executable ? '100755' : '100644', name, one.hash));
    else if (!parts.has(`${name}/`)) {
      const inside = `${below}${name}/`;
      const within = entries.filter(({ path: file }) => file.startsWith(inside));
      parts.set(`${name}/`, part('40000', name, treeOf(own, within, inside)));
    }
  }
  const sorted = [...parts].toSorted(([a], [b]) => compare(a, b)).map(([, bytes]) => bytes);
  return write(own, 'tree', Buffer.concat(sorted));
}

function objectOf(kind: 'blob' | 'tree' | 'commit', bytes: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${kind} ${bytes.length}\0`), bytes]);
}

function hashOf(bytes: Buffer): string {
  return createHash('sha1').update(bytes).digest('hex');
}

function write(own: string, kind: 'tree' | 'commit', bytes: Buffer): string {
  const object = objectOf(kind, bytes);
  const hash = hashOf(object);
  keep(own, hash, () => object);
  return hash;
}

/** Packed or not, what is there is not written again but where it is packed. */
function keep(own: string, hash: string, object: () => Buffer): void {
  const file = path.join(own, 'objects', hash.slice(0, 2), hash.slice(2));
  if (existsSync(file)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, deflateSync(object(), { level: 1 }), { mode: 0o444 });
}

function put(own: string, name: string, text: string, flag: 'a' | 'w'): void {
  const file = path.join(own, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag });
}

/** The index in its second version (gitformat-index(5)), with what the system says of each file. */
function indexOf(entries: readonly IndexEntry[]): Buffer {
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
      .concat([stat.dev, stat.ino, entry.executable ? 0o100755n : 0o100644n, stat.uid, stat.gid, stat.size])
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
