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
  const head = await headOf(git);
  const { present, deleted, beyond } = await findFiles(machine, repository, git, head);
  const files = await keepFiles(machine, repository, git, present);
  const { refs, stashes, tips } = await readRefs(git);
  const note: SnapshotNote = {
    version: 1,
    at: machine.clock(),
    head,
    refs,
    stashes,
    files,
    deleted,
    beyond,
    ...(await keepIndex(machine, repository, git)),
  };
  const ref = snapshotRef(name);
  await machine.withScratchFolder((scratch) => writeSnapshot(git, ref, { note, tips }, path.join(scratch, 'index')));
  return { note };
}

/** Files that HEAD or the index holds and that differ from HEAD; all where there is no commit yet. */
async function changedFiles(git: RepositoryGit, { commit }: SnapshotNote['head']): Promise<readonly string[]> {
  const options = ['--name-only', '-z', '--no-renames', '--ignore-submodules=all'];
  return fieldsOf(await git(commit === undefined ? ['ls-files', '-z', '--cached'] : ['diff', ...options, commit]));
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

/** What is not committed, with what git ignores; folders that are ignored whole are not looked into. */
async function findFiles(
  machine: Machine,
  { top }: GitRepository,
  git: RepositoryGit,
  head: SnapshotNote['head'],
): Promise<FoundFiles> {
  const changed = new Set(await changedFiles(git, head));
  const others = fieldsOf(await git(['ls-files', '-z', '--others', '--exclude-standard']));
  const ignored = fieldsOf(await git(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory']));
  const wanted = new Set([...changed, ...others, ...ignored]);
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

async function keepFiles(
  machine: Machine,
  { top }: GitRepository,
  git: RepositoryGit,
  found: readonly FoundFile[],
): Promise<readonly KeptFile[]> {
  const links = found.filter(({ mode }) => mode === '120000');
  const plain = found.filter(({ mode }) => mode !== '120000');
  const hashes = await hashFiles(
    git,
    plain.map((file) => file.path),
    { write: true },
  );
  const kept = plain.map((file, index) => ({ ...file, blob: hashes[index] ?? empty }));
  for (const link of links) {
    const target = await machine.disk.readlink(path.join(top, ...link.path.split('/')));
    kept.push({ ...link, blob: (await git(['hash-object', '-w', '--stdin'], { input: target })).trim() });
  }
  return kept;
}

/** The index as it is, and each text that it alone holds. */
async function keepIndex(
  machine: Machine,
  { gitFolder }: GitRepository,
  git: RepositoryGit,
): Promise<{ readonly index?: string }> {
  const file = path.join(gitFolder, 'index');
  if (!(await machine.disk.exists(file))) return {};
  return { index: (await git(['hash-object', '-w', '--no-filters', '--', file])).trim() };
}

async function headOf(git: RepositoryGit): Promise<SnapshotNote['head']> {
  const branch = (await git(['symbolic-ref', '--quiet', 'HEAD'], { fine: [1] })).trim();
  const commit = (await git(['rev-parse', '--quiet', '--verify', 'HEAD^{commit}'], { fine: [1, 128] })).trim();
  return { ...(branch === '' ? {} : { branch }), ...(commit === '' ? {} : { commit }) };
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

/** Writes the tree, what it must keep alive as its parents, and the ref. */
async function writeSnapshot(
  git: RepositoryGit,
  ref: string,
  { note, tips }: { readonly note: SnapshotNote; readonly tips: readonly string[] },
  index: string,
): Promise<void> {
  const text = `${JSON.stringify(note, undefined, 1)}\n`;
  const described = (await git(['hash-object', '-w', '--stdin'], { input: text })).trim();
  const entries = [
    `100644 ${described}\tsnapshot.json`,
    ...(note.index === undefined ? [] : [`100644 ${note.index}\tindex`]),
    ...note.files.map(({ mode, blob, path: file }) => `${mode} ${blob}\tfiles/${file}`),
    ...(await stagedBlobs(git, note.head)).map((blob) => `100644 ${blob}\tstaged/${blob}`),
  ];
  await git(['update-index', '-z', '--add', '--index-info'], {
    index,
    input: entries.map((one) => `${one}\0`).join(''),
  });
  const tree = (await git(['write-tree'], { index })).trim();
  const commits = [note.head.commit, ...note.stashes.map(({ commit }) => commit), ...tips];
  const parents = [...new Set(commits.filter((one) => one !== undefined))].slice(0, mostParents);
  const commit = await git(['commit-tree', tree, ...parents.flatMap((one) => ['-p', one])], {
    input: 'A snapshot of what was not committed\n',
  });
  await git(['update-ref', ref, commit.trim()]);
}

/** What the index alone holds. */
async function stagedBlobs(git: RepositoryGit, { commit }: SnapshotNote['head']): Promise<readonly string[]> {
  const said =
    commit === undefined
      ? await git(['ls-files', '-z', '--stage'])
      : await git([
          'diff-index',
          '--cached',
          '--raw',
          '-z',
          '--no-renames',
          '--no-abbrev',
          '--ignore-submodules=all',
          commit,
        ]);
  // `100644 hash 0<tab>path`, or `:mode mode hash hash M`.
  const blobs = fieldsOf(said).flatMap(
    (field) => /^(?:\d{6} |:\d{6} \d{6} [0-9a-f]+ )([0-9a-f]{40,64}) /u.exec(field)?.[1] ?? [],
  );
  return [...new Set(blobs.filter((blob) => !/^0+$/u.test(blob)))];
}
