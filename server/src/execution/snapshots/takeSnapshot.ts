import path from 'node:path';
import { describeError, isErrorCode } from '../../base/errors.js';
import type { Machine } from '../../workspace/machine.js';
import type { GitRepository } from '../../workspace/ports.js';
import { hashFiles } from './hashFiles.js';
import { fieldsOf, type RepositoryGit, repositoryGit } from './repositoryGit.js';
import { type KeptFile, type Snapshot, type SnapshotNote, snapshotRef } from './snapshot.js';

/** So much is kept: a snapshot must cost less than what it protects. Bytes. */
const largestFile = 50_000_000;
const largestSum = 200_000_000;
const mostFiles = 5_000;

/** So many branches are kept from being collected. */
const mostParents = 300;

const empty = '0'.repeat(40);

/**
 * Keeps all that git does not: what is not committed, staged, untracked or ignored, byte for byte, with branches, tags and stashes.
 * Nothing of the repository changes but a ref of ours.
 *
 * @param name of the ref; one of that name is replaced.
 * @throws Refused if git fails; the signal's reason.
 */
export async function takeSnapshot(
  machine: Machine,
  repository: GitRepository,
  name: string,
  signal: AbortSignal,
): Promise<Snapshot> {
  const git = repositoryGit(machine, repository, signal);
  const { head, staged, ...wanted } = await readDifferences(git);
  const { present, deleted, beyond } = await findFiles(machine, repository, wanted);
  const { refs, stashes, tips } = await readRefs(git);
  const note: SnapshotNote = {
    version: 1,
    at: machine.clock(),
    head,
    refs,
    stashes,
    ...(await keepFiles(machine, repository, git, present)),
    deleted,
    beyond,
  };
  await git(['fast-import', '--quiet', '--force', '--done'], {
    input: importText(snapshotRef(name), note, { tips, staged }),
  });
  return { note };
}

/** What is not committed. Paths are from the top of the worktree, with `/`; a folder ends with `/`. */
interface Differences {
  readonly head: SnapshotNote['head'];
  /** Files that HEAD or the index holds, and that differ. */
  readonly changed: ReadonlySet<string>;
  /** What git does not follow, or ignores; a folder that is ignored whole stands for all that is in it. */
  readonly others: readonly string[];
  /** The blobs that the index alone may hold. */
  readonly staged: readonly string[];
}

const statusOptions = [
  '--porcelain=v2',
  '-z',
  '--branch',
  '--no-ahead-behind',
  '--untracked-files=all',
  '--ignored=matching',
  '--ignore-submodules=all',
  '--no-renames',
];

/** https://git-scm.com/docs/git-status#_porcelain_format_version_2: HEAD and all that differs from it, in one process. */
async function readDifferences(git: RepositoryGit): Promise<Differences> {
  const head: { branch?: string; commit?: string } = {};
  const changed = new Set<string>();
  const others: string[] = [];
  const staged = new Set<string>();
  for (const record of fieldsOf(await git(['status', ...statusOptions]))) {
    const [kind = ''] = record;
    const [, header, value = ''] = /^# branch\.(oid|head) (.*)$/su.exec(record) ?? [];
    if (header === 'oid' && value !== '(initial)') head.commit = value;
    else if (header === 'head' && value !== '(detached)') head.branch = `refs/heads/${value}`;
    else if (kind === '?' || kind === '!') others.push(record.slice(2));
    // Modes of HEAD, index and worktree, then blobs of HEAD and index; of a conflict those of all three sides.
    const fields = kind === '1' ? 8 : kind === 'u' ? 10 : 0;
    if (fields === 0) continue;
    const words = record.split(' ');
    changed.add(words.slice(fields).join(' '));
    for (let at = 7; at < fields; at++) {
      const [blob = '', mode = ''] = [words[at], words[at - (kind === '1' ? 3 : 4)]];
      // Those of submodules are commits of another repository.
      if (mode !== '000000' && mode !== '160000') staged.add(blob);
    }
  }
  return { head, changed, others, staged: [...staged] };
}

interface FoundFile {
  readonly path: string;
  readonly mode: KeptFile['mode'];
  readonly permissions: number;
}

interface FoundFiles {
  readonly present: readonly FoundFile[];
  readonly deleted: readonly string[];
  readonly beyond: SnapshotNote['beyond'];
}

async function findFiles(
  machine: Machine,
  { top }: GitRepository,
  { changed, others }: Pick<Differences, 'changed' | 'others'>,
): Promise<FoundFiles> {
  const wanted = new Set([...changed, ...others]);
  const present: FoundFile[] = [];
  const deleted: string[] = [];
  const beyond: { path: string; why: string }[] = [];
  let sum = 0;
  for (const one of [...wanted].sort()) {
    // Files of Pactwright itself.
    if (one === '.pactwright/' || one.startsWith('.pactwright/local/')) continue;
    const found = await lookAt(machine, path.join(top, ...one.split('/')), one);
    if (found === 'none') {
      if (changed.has(one)) deleted.push(one);
    } else if (typeof found === 'string') beyond.push({ path: one, why: found });
    else if (present.length >= mostFiles || sum + found.size > largestSum)
      beyond.push({ path: one, why: 'is beyond what is kept' });
    else {
      sum += found.size;
      present.push({ path: one, mode: found.mode, permissions: found.permissions });
    }
  }
  return { present, deleted, beyond };
}

/** @returns why it cannot be kept, as half a sentence; `none` where it is not there. */
async function lookAt(
  { disk }: Machine,
  file: string,
  name: string,
): Promise<(Omit<FoundFile, 'path'> & { readonly size: number }) | string> {
  try {
    const stats = await disk.lstat(file);
    const permissions = stats.mode & 0o7777;
    if (stats.isSymbolicLink()) return { mode: '120000', size: 0, permissions };
    if (stats.isDirectory())
      return name.endsWith('/') ? 'is a folder that git ignores or that is a repository' : 'is a folder';
    if (!stats.isFile()) return 'is no file';
    if (stats.size > largestFile) return 'is too large to be kept';
    await disk.access(file, disk.constants.R_OK);
    return { mode: (stats.mode & 0o100) === 0 ? '100644' : '100755', size: stats.size, permissions };
  } catch (error) {
    return isErrorCode(error, 'ENOENT') || isErrorCode(error, 'ENOTDIR')
      ? 'none'
      : `cannot be read: ${describeError(error)}`;
  }
}

/** Keeps files and git's index as they are. */
async function keepFiles(
  machine: Machine,
  { top, gitFolder }: GitRepository,
  git: RepositoryGit,
  found: readonly FoundFile[],
): Promise<Pick<SnapshotNote, 'files' | 'index'>> {
  const links = found.filter(({ mode }) => mode === '120000');
  const plain = found.filter(({ mode }) => mode !== '120000');
  const index = path.join(gitFolder, 'index');
  const indexes = (await machine.disk.exists(index)) ? [index] : [];
  const hashes = await hashFiles(git, [...plain.map((file) => file.path), ...indexes], { write: true });
  const files = plain.map((file, at) => ({ ...file, blob: hashes[at] ?? empty }));
  for (const link of links) {
    const target = await machine.disk.readlink(path.join(top, ...link.path.split('/')));
    files.push({ ...link, blob: (await git(['hash-object', '-w', '--stdin'], { input: target })).trim() });
  }
  const kept = hashes[plain.length];
  return { files, ...(kept === undefined ? {} : { index: kept }) };
}

/** Where branches, tags and stashes are. */
interface RefsNow extends Pick<SnapshotNote, 'refs' | 'stashes'> {
  /** The commits of branches and tags. */
  readonly tips: readonly string[];
}

const refFormat =
  '--format=%(objectname) %(refname) %(if)%(*objectname)%(then)%(*objecttype) %(*objectname)%(else)%(objecttype) %(objectname)%(end)';

/** Git is asked for the list of stashes only where there are any. */
export async function readRefs(git: RepositoryGit): Promise<RefsNow> {
  const lines = (await git(['for-each-ref', refFormat, 'refs/heads', 'refs/tags', stashRef])).split('\n');
  const found = lines.flatMap((line) => {
    const [hash = '', name = '', type = '', tip = ''] = line.split(' ');
    return hash === '' ? [] : [{ hash, name, type, tip }];
  });
  const named = found.filter(({ name }) => name !== stashRef);
  return {
    refs: Object.fromEntries(named.map(({ name, hash }) => [name, hash])),
    tips: named.flatMap(({ type, tip }) => (type === 'commit' ? [tip] : [])),
    stashes: named.length < found.length ? await listStashes(git) : [],
  };
}

const stashRef = 'refs/stash';

async function listStashes(git: RepositoryGit): Promise<SnapshotNote['stashes']> {
  const lines = (await git(['stash', 'list', '--format=%H %gs'])).split('\n').filter((line) => line !== '');
  return lines.map((line) => ({
    commit: line.slice(0, line.indexOf(' ')),
    message: line.slice(line.indexOf(' ') + 1),
  }));
}

/** The tree of a snapshot, what it must keep alive as its parents, and its ref, for https://git-scm.com/docs/git-fast-import. */
function importText(
  ref: string,
  note: SnapshotNote,
  { tips, staged }: { readonly tips: readonly string[]; readonly staged: readonly string[] },
): string {
  const commits = [note.head.commit, ...note.stashes.map(({ commit }) => commit), ...tips];
  const [first, ...others] = [...new Set(commits.filter((one) => one !== undefined))].slice(0, mostParents);
  return [
    `commit ${ref}`,
    `committer Pactwright <pactwright@localhost> ${Math.floor(note.at / 1000)} +0000`,
    dataOf('A snapshot of what was not committed\n'),
    ...(first === undefined ? [] : [`from ${first}`]),
    ...others.map((one) => `merge ${one}`),
    'deleteall',
    'M 100644 inline snapshot.json',
    dataOf(`${JSON.stringify(note, undefined, 1)}\n`),
    ...(note.index === undefined ? [] : [`M 100644 ${note.index} index`]),
    ...note.files.map(({ mode, blob, path: file }) => `M ${mode} ${blob} ${quoted(`files/${file}`)}`),
    ...staged.map((blob) => `M 100644 ${blob} staged/${blob}`),
    'done\n',
  ].join('\n');
}

function dataOf(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}`;
}

/** A path as C would write it. */
function quoted(file: string): string {
  return `"${file.replace(/["\\]/gu, String.raw`\$&`).replaceAll('\n', String.raw`\n`)}"`;
}
