import { existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { filesIn, indexOf, keepObject, objectOf, treeOf, writeObject } from './gitObjects.js';

/** Who commits, and when: in milliseconds since 1970. */
export interface HandAuthor {
  readonly name: string;
  readonly at: number;
}

/** A few settings are no reason to leave a commit to git. */
const harmlessSettings = /^(?:\[user\]\n(?:\t(?:name|email) = [^\n]*\n)*)*$/u;
/** What goes on, or changes what git would add or run. */
const others = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'shallow']
  .concat(['info/exclude', 'info/attributes', 'info/sparse-checkout', 'hooks/pre-commit', 'hooks/post-commit'])
  .concat(['hooks/commit-msg', 'hooks/prepare-commit-msg', 'hooks/post-index-change', 'hooks/reference-transaction']);

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
  const entries = filesIn(folder, ['.git']);
  const head = headIn(own);
  if (entries === undefined || head === undefined) return undefined;
  for (const { file, hash } of entries) keepObject(own, hash, () => objectOf('blob', readFileSync(file)));
  const identity = `${author.name} <ann@example.org> ${Math.floor(author.at / 1000)} +0000`;
  const lines = [`tree ${treeOf(own, entries, '')}`, ...(head.commit === undefined ? [] : [`parent ${head.commit}`])];
  const text = `${lines.join('\n')}\nauthor ${identity}\ncommitter ${identity}\n\n${message}`;
  const commit = writeObject(own, 'commit', Buffer.from(text));
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

function put(own: string, name: string, text: string, flag: 'a' | 'w'): void {
  const file = path.join(own, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text, { flag });
}
