import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mayBeMarked } from '../../server/src/host/git/unwatchedMarks.js';
import type { Machine } from '../../server/src/workspace/machine.js';
import type {
  FileInTree,
  Git,
  GitAnswer,
  GitRepository,
  GitStatus,
  LoggedChange,
  LoggedCommit,
  TreeChange,
  WantedCommits,
  WorkGit,
} from '../../server/src/workspace/ports.js';
import {
  compare,
  entriesOfTree,
  filesIn,
  filesOfIndex,
  type FolderFile,
  type GitFile,
  type GitObject,
  keepObject,
  objectOf,
  readObject,
  treeOf,
  writeObject,
} from './gitObjects.js';

/** There is something about the repository, or the question, that this process does not know: git has to be asked. */
class GitsOwn extends Error {}

/** Settings that change nothing of what git says here. */
const harmlessSections = /^(?:core|gc|maintenance|user|branch|remote|merge|pactwright)\b/u;
const harmlessCore = /^\t(?:repositoryformatversion = 0|filemode = true|bare = false|logallrefupdates = true)$/u;
const others = ['shallow', 'info/exclude', 'info/attributes', 'info/grafts', 'info/sparse-checkout', 'config.worktree'];
const toldOtherwise = ['.gitignore', '.gitattributes', '.gitmodules'];
const pathAtStart = process.env['PATH'];

/**
 * What git says of plain repositories, said by this process from git's own files: most tests are not about git, and starting it is
 * most of what they take. Where anything about a repository or a question is not plain, git itself is asked. That both say the same
 * is shown by `test/unit/plainGit.test.ts`; and the long suites ask git alone.
 */
export function plainGit(git: Git): Git {
  return {
    ...git,
    log: (repository, wanted, take, signal) =>
      orGit(
        () => {
          for (const commit of logOf(repository, wanted)) take(commit);
          return undefined;
        },
        signal,
        () => git.log(repository, wanted, take, signal),
      ),
    status: (repository, signal) =>
      orGit(
        () => statusOf(repository),
        signal,
        () => git.status(repository, signal),
      ),
    blobs: (repository, blobs, signal) =>
      orGit(
        () => {
          const read = reader(repository);
          return new Map(
            blobs.flatMap((hash) => {
              const found = read(hash);
              return found?.kind === 'blob' ? [[hash, found.bytes.toString('utf8')]] : [];
            }),
          );
        },
        signal,
        () => git.blobs(repository, blobs, signal),
      ),
    objects: (repository, objects, take, signal) =>
      orGit(
        () => {
          const read = reader(repository);
          const found = [...new Set(objects)].map((name) => [name, named(read, name)] as const);
          for (const [name, object] of found) if (object?.kind === 'blob') take(name, object.bytes);
          return undefined;
        },
        signal,
        () => git.objects(repository, objects, take, signal),
      ),
    ignored: async (folder, paths, signal) => {
      const found = await git.repository(folder, signal);
      if (found.kind !== 'answer') return git.ignored(folder, paths, signal);
      return orGit(
        () => (plainFiles(found.value), new Set<string>()),
        signal,
        () => git.ignored(folder, paths, signal),
      );
    },
  };
}

/** The same for what an item changed. @param scratch where trees and blobs go; absolute. */
export function plainWorkGit(git: WorkGit, scratch: string): WorkGit {
  return {
    ...git,
    snapshot: (repository, unwatched, signal) =>
      orGit(
        async () => {
          if (unwatched.length > 0 || (await mayBeMarked(repository))) throw new GitsOwn();
          const files = plainFiles(repository);
          for (const { file, hash } of files) keepObject(scratch, hash, () => objectOf('blob', readFileSync(file)));
          return treeOf(scratch, files);
        },
        signal,
        () => git.snapshot(repository, unwatched, signal),
      ),
    differences: (repository, pairs, signal) =>
      orGit(
        () => {
          const read = reader(repository, scratch);
          return pairs.map(({ before, after }) => changesOf(read, before, after));
        },
        signal,
        () => git.differences(repository, pairs, signal),
      ),
    texts: (repository, objects, signal) =>
      orGit(
        () => {
          const read = reader(repository, scratch);
          return new Map(
            objects.flatMap((name) => {
              const bytes = named(read, name)?.bytes;
              return bytes === undefined || bytes.includes(0) ? [] : [[name, bytes.toString('utf8')]];
            }),
          );
        },
        signal,
        () => git.texts(repository, objects, signal),
      ),
    checkOut: (repository, tree, into, signal) =>
      orGit(
        () => {
          const read = reader(repository, scratch);
          checkOut(read, filesOf(read, tree), into);
          return undefined;
        },
        signal,
        () => git.checkOut(repository, tree, into, signal),
      ),
    writeTree: (repository, tree, files, signal) =>
      orGit(
        () => treeWith(reader(repository, scratch), scratch, tree, files),
        signal,
        () => git.writeTree(repository, tree, files, signal),
      ),
    mergeBase: (repository, one, others, signal) =>
      orGit(
        () => mergeBaseOf(reader(repository), one, others),
        signal,
        () => git.mergeBase(repository, one, others, signal),
      ),
    ignoredPaths: (repository, folders, signal) =>
      orGit(
        () => (plainFiles(repository), []),
        signal,
        () => git.ignoredPaths(repository, folders, signal),
      ),
    ignorePatterns: (repository, paths, signal) =>
      orGit(
        () => (plainFiles(repository), new Map()),
        signal,
        () => git.ignorePatterns(repository, paths, signal),
      ),
  };
}

async function orGit<T>(
  here: () => T | Promise<T>,
  signal: AbortSignal | undefined,
  git: () => Promise<GitAnswer<Awaited<T>>>,
): Promise<GitAnswer<Awaited<T>>> {
  signal?.throwIfAborted();
  // A test that puts another git before all others is about that.
  if (process.env['PATH'] !== pathAtStart) return git();
  try {
    return { kind: 'answer', value: await here() };
  } catch (error) {
    if (error instanceof GitsOwn) return git();
    throw error;
  }
}

const isAround = (folder: string, file: string): boolean => file.startsWith(`${folder}/`);

/** @throws GitsOwn where something about the repository may change what git says. */
function expectPlain({ gitFolder, commonFolder }: GitRepository): void {
  const own = new Set([gitFolder, commonFolder]);
  for (const folder of own) if (others.some((name) => existsSync(path.join(folder, name)))) throw new GitsOwn();
  if (readdirSync(path.join(commonFolder, 'objects', 'pack')).length > 0) throw new GitsOwn();
  if (existsSync(path.join(commonFolder, 'objects', 'info', 'alternates'))) throw new GitsOwn();
  let section = '';
  for (const line of readFileSync(path.join(commonFolder, 'config'), 'utf8').split('\n')) {
    section = /^\[([^\]]*)\]$/u.exec(line)?.[1] ?? section;
    if (line === '' || line.startsWith('[')) continue;
    if (!harmlessSections.test(section) || (section === 'core' && !harmlessCore.test(line))) throw new GitsOwn();
  }
}

/** The files of the folder. @throws GitsOwn where one of them, or the repository, tells git to treat some in another way. */
function plainFiles(repository: GitRepository): readonly FolderFile[] {
  expectPlain(repository);
  const files = filesIn(repository.top, toldOtherwise);
  if (!files) throw new GitsOwn();
  return files;
}

type Read = (hash: string) => GitObject | undefined;

/** @param scratch where more objects are. */
function reader(repository: GitRepository, scratch?: string): Read {
  expectPlain(repository);
  const places = [repository.commonFolder, ...(scratch === undefined ? [] : [scratch])];
  return (hash) => {
    if (hash === emptyTree) return { kind: 'tree', bytes: Buffer.alloc(0) };
    if (!/^[0-9a-f]{40}$/u.test(hash)) throw new GitsOwn();
    return readObject(places, hash);
  };
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** An object by its hash, or as `<commit>:<path>`. */
function named(read: Read, name: string): GitObject | undefined {
  const colon = name.indexOf(':');
  if (colon === -1) return read(name);
  if (!read(name.slice(0, colon))) return undefined;
  let found: GitObject | undefined = {
    kind: 'tree',
    bytes: read(treeNamed(read, name.slice(0, colon)))?.bytes ?? fail(),
  };
  for (const part of name.slice(colon + 1).split('/')) {
    const entry: GitFile | undefined =
      found?.kind === 'tree' ? entriesOfTree(found.bytes).find((one) => one.path === part) : undefined;
    found = entry && read(entry.hash);
  }
  return found;
}

function fail(): never {
  throw new GitsOwn();
}

/** The tree of a commit, or a tree itself. */
function treeNamed(read: Read, hash: string): string {
  const found = read(hash) ?? fail();
  return found.kind === 'tree' ? hash : commitOf(read, hash).tree;
}

/** All files of a tree, or of a commit, in order of their paths. */
function filesOf(read: Read, hash: string, below = ''): readonly GitFile[] {
  const tree = read(treeNamed(read, hash)) ?? fail();
  const files = entriesOfTree(tree.bytes).flatMap((entry) =>
    entry.mode === '40000'
      ? filesOf(read, entry.hash, `${below}${entry.path}/`)
      : [{ ...entry, path: `${below}${entry.path}` }],
  );
  return below === '' ? files.toSorted((a, b) => compare(a.path, b.path)) : files;
}

function changesOf(read: Read, before: string | undefined, after: string | undefined): readonly TreeChange[] {
  const [old, now] = [before, after].map(
    (one) => new Map((one === undefined ? [] : filesOf(read, one)).map((file) => [file.path, file])),
  );
  const paths = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].toSorted(compare);
  return paths.flatMap((file) => {
    const [was, is] = [old?.get(file), now?.get(file)];
    if (was?.hash === is?.hash && was?.mode === is?.mode) return [];
    return [
      {
        path: file,
        ...(was && { modeBefore: was.mode, blobBefore: was.hash }),
        ...(is && { modeAfter: is.mode, blobAfter: is.hash }),
      },
    ];
  });
}

/** Writes a tree with other files in it. @returns its hash. */
function treeWith(read: Read, scratch: string, tree: string, files: readonly FileInTree[]): string {
  const kept = new Map(filesOf(read, tree).map((one) => [one.path, one]));
  for (const { path: file } of files)
    for (const one of kept.keys()) if (isAround(file, one) || isAround(one, file)) throw new GitsOwn();
  for (const { path: file, mode, blob, text } of files) {
    const hash = blob ?? (text === undefined ? undefined : writeObject(scratch, 'blob', Buffer.from(text)));
    if (hash === undefined) kept.delete(file);
    else kept.set(file, { path: file, mode, hash });
  }
  return treeOf(scratch, [...kept.values()]);
}

function checkOut(read: Read, files: readonly GitFile[], into: string): void {
  if (existsSync(into) && readdirSync(into).length > 0) throw new GitsOwn();
  const isPlain = ({ path: file, mode }: GitFile): boolean =>
    !toldOtherwise.includes(path.posix.basename(file)) && mode.startsWith('100');
  if (!files.every(isPlain)) throw new GitsOwn();
  const texts = files.map(({ hash }) => read(hash)?.bytes ?? fail());
  mkdirSync(into, { recursive: true });
  for (const [at, { path: name, mode }] of files.entries()) {
    const file = path.join(into, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, texts[at] ?? '');
    if (mode === '100755') chmodSync(file, 0o755);
  }
}

type Commit = Omit<LoggedCommit, 'isEdge' | 'changes' | 'merged'>;

function commitOf(read: Read, hash: string): Commit {
  const found = read(hash);
  if (found?.kind !== 'commit') throw new GitsOwn();
  const text = found.bytes.toString('utf8');
  const end = text.indexOf('\n\n');
  const lines = text.slice(0, end === -1 ? text.length : end).split('\n');
  const valuesOf = (key: string): readonly string[] =>
    lines.flatMap((line) => (line.startsWith(`${key} `) ? [line.slice(key.length + 1)] : []));
  const [author, committer] = ['author', 'committer'].map(
    (key) => /^(.*?) ?<[^>]*> (\d+) [-+]\d{4}$/u.exec(valuesOf(key)[0] ?? '') ?? fail(),
  );
  // A signature, or another encoding.
  if (lines.some((line) => !/^(?:tree|parent|author|committer) /u.test(line))) throw new GitsOwn();
  return {
    hash,
    tree: valuesOf('tree')[0] ?? fail(),
    parents: valuesOf('parent'),
    author: author?.[1] ?? '',
    authoredAt: Number(author?.[2]) * 1000,
    at: Number(committer?.[2]) * 1000,
    ...wordsOf(end === -1 ? '' : text.slice(end + 2)),
  };
}

/** Lines that git may take for one of a block of trailers, if not for all of them. */
const nearTrailer = /^(?:[\w-]+\s*:|\(cherry picked from commit |#|---| )/u;
const trailer = /^[A-Za-z0-9-]+: \S.*$/u;

function wordsOf(message: string): Pick<LoggedCommit, 'subject' | 'body' | 'trailers'> {
  const lines = message.split('\n');
  const isBlank = (line: string | undefined): boolean => line?.trim() === '';
  let at = 0;
  const skipBlank = (): void => {
    while (at < lines.length && isBlank(lines[at])) at++;
  };
  skipBlank();
  const from = at;
  while (at < lines.length && !isBlank(lines[at])) at++;
  const subject = lines
    .slice(from, at)
    .map((line) => line.trimEnd())
    .join(' ');
  skipBlank();
  const body = lines.slice(at).join('\n');
  const paragraph =
    body
      .trimEnd()
      .split(/\n[ \t]*\n/u)
      .at(-1)
      ?.split('\n')
      .filter((line) => line !== '') ?? [];
  const isTrailers = paragraph.every((line) => trailer.test(line));
  if (!isTrailers && (paragraph.some((line) => nearTrailer.test(line)) || body.includes('\n---'))) throw new GitsOwn();
  const trailers = isTrailers ? paragraph.map((line) => `${line}\n`).join('') : '';
  return { subject, body, trailers };
}

/** The hash, and those of all commits before it. */
function historyOf(read: Read, tips: Iterable<string>): ReadonlySet<string> {
  const seen = new Set(tips);
  for (const hash of seen) for (const parent of commitOf(read, hash).parents) seen.add(parent);
  return seen;
}

function logOf(repository: GitRepository, wanted: WantedCommits): readonly LoggedCommit[] {
  const { tips, known = [], edges, downTo, naming, alone, most = Infinity } = wanted;
  const read = reader(repository);
  if (edges || naming !== undefined || (alone && (known.length > 0 || downTo !== undefined))) throw new GitsOwn();
  const isThere = (hash: string): boolean => /^[0-9a-f]{40}$/u.test(hash) && read(hash) !== undefined;
  const stops = historyOf(read, [
    ...known.filter(isThere),
    ...(downTo === undefined ? [] : commitOf(read, downTo).parents),
  ]);
  const found: LoggedCommit[] = [];
  const seen = new Set<string>();
  const queue: Commit[] = [];
  const add = (hash: string): void => {
    if (seen.has(hash) || stops.has(hash)) return;
    seen.add(hash);
    const commit = commitOf(read, hash);
    // Newest first; of the same time, the one that came first.
    const place = queue.findIndex(({ at }) => at < commit.at);
    queue.splice(place === -1 ? queue.length : place, 0, commit);
  };
  tips.filter(isThere).forEach(add);
  for (let next = queue.shift(); next && found.length < most; next = queue.shift()) {
    if (!alone) next.parents.forEach(add);
    found.push({ ...next, isEdge: false, ...changedBy(read, next) });
  }
  return found;
}

/** What a commit changed; of a merge, what it made other than each of its parents has it. */
function changedBy(read: Read, { tree, parents }: Commit): Pick<LoggedCommit, 'changes' | 'merged'> {
  const toChange = ({ path: file, blobBefore: before, blobAfter: after }: TreeChange): LoggedChange => ({
    path: file,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  });
  const [first, ...more] = (parents.length === 0 ? [undefined] : parents).map((one) => changesOf(read, one, tree));
  if (more.length === 0) return { changes: (first ?? []).map(toChange) };
  const merged = (first ?? []).flatMap((change) => {
    const all = [change, ...more.map((others) => others.find(({ path: file }) => file === change.path))];
    return all.some((one) => one === undefined) ? [] : all.flatMap((one) => (one ? [toChange(one)] : []));
  });
  return { changes: [], ...(merged.length > 0 && { merged }) };
}

function mergeBaseOf(read: Read, one: string, others: readonly string[]): string | undefined {
  const theirs = historyOf(read, others);
  const common = [...historyOf(read, [one])].filter((hash) => theirs.has(hash));
  const before = historyOf(
    read,
    common.flatMap((hash) => commitOf(read, hash).parents),
  );
  const [best, ...more] = common.filter((hash) => !before.has(hash));
  if (more.length > 0) throw new GitsOwn();
  return best;
}

async function statusOf(repository: GitRepository): Promise<GitStatus> {
  const index = path.join(repository.gitFolder, 'index');
  if (await mayBeMarked(repository)) throw new GitsOwn();
  const folder = plainFiles(repository);
  const read = reader(repository);
  const refs = readFileSync(path.join(repository.gitFolder, 'HEAD'), 'utf8').trim();
  const [, ref] = /^ref: (.+)$/u.exec(refs) ?? [];
  const place = ref === undefined ? undefined : path.join(repository.commonFolder, ref);
  if (place !== undefined && !existsSync(place) && existsSync(path.join(repository.commonFolder, 'packed-refs')))
    throw new GitsOwn();
  const head = place === undefined ? refs : existsSync(place) ? readFileSync(place, 'utf8').trim() : emptyTree;
  const states = [filesOf(read, head), existsSync(index) ? filesOfIndex(readFileSync(index)) : [], folder].map(
    (files) => new Map(files.map(({ path: file, mode, hash }) => [file, `${mode} ${hash}`])),
  );
  const [committed, staged, there] = states;
  const isBelow = (file: string): boolean => file.startsWith(repository.prefix);
  const known = [...new Set([...(committed?.keys() ?? []), ...(staged?.keys() ?? [])])].toSorted(compare);
  const differs = (file: string): boolean =>
    committed?.get(file) !== staged?.get(file) || staged?.get(file) !== there?.get(file);
  // A file that is no longer in the index, and still there, is a change of its own and not watched besides.
  const unwatched = [...(there?.keys() ?? [])].filter((file) => !staged?.has(file));
  return { changed: [...known.filter(differs), ...unwatched].filter(isBelow), ignored: [], nested: [] };
}

/** The same for the lists of files that most operations ask for; whatever else git is run with is its own. */
export function plainRunGit({ git, runGit }: Pick<Machine, 'git' | 'runGit'>): Machine['runGit'] {
  return async (folder, args, signal, call) => {
    const ask = (): Promise<GitAnswer<string>> => runGit(folder, args, signal, call);
    if (args[0] !== 'ls-files' || args[1] !== '-z' || call) return ask();
    const found = await git.repository(folder, signal);
    return found.kind === 'answer' ? orGit(() => listedFiles(found.value, args.slice(2)), signal, ask) : ask();
  };
}

async function listedFiles(repository: GitRepository, args: readonly string[]): Promise<string> {
  const end = args.includes('--') ? args.indexOf('--') : args.length;
  const options = new Set(args.slice(0, end));
  const known = ['--cached', '--deleted', '--others', '--exclude-standard'];
  if (![...options].every((one) => known.includes(one))) throw new GitsOwn();
  if (options.has('--others') !== options.has('--exclude-standard')) throw new GitsOwn();
  const places = placesIn(args.slice(end));
  const staged = await stagedIn(repository, places);
  const there =
    options.has('--others') || options.has('--deleted') ? within(plainFiles(repository), repository, places) : [];
  const listed = [
    ...(options.has('--others') ? there.filter((file) => !staged.includes(file)) : []),
    ...(options.has('--cached') ? staged : []),
    ...(options.has('--deleted') ? staged.filter((file) => !there.includes(file)) : []),
  ];
  return listed.map((file) => `${file}\0`).join('');
}

/** Behind `--`, each to be taken as it is. */
function placesIn(named: readonly string[]): readonly string[] {
  const [dashes, ...places] = named;
  if (dashes !== undefined && (dashes !== '--' || !places.every((one) => one.startsWith(literal)))) throw new GitsOwn();
  return places.map((one) => one.slice(literal.length));
}

const literal = ':(literal)';

async function stagedIn(repository: GitRepository, places: readonly string[]): Promise<string[]> {
  expectPlain(repository);
  const index = path.join(repository.gitFolder, 'index');
  if (await mayBeMarked(repository)) throw new GitsOwn();
  return within(existsSync(index) ? filesOfIndex(readFileSync(index)) : [], repository, places);
}

/** Those in the folder that was asked about, and in one of some places if there are any; relative to that folder. */
function within(files: readonly GitFile[], { prefix }: GitRepository, places: readonly string[]): string[] {
  return files
    .filter((one) => one.path.startsWith(prefix))
    .map((one) => one.path.slice(prefix.length))
    .filter(
      (file) => places.length === 0 || places.some((place) => place === '.' || file === place || isAround(place, file)),
    );
}

/** The settings of a section of a repository's own configuration. */
export function plainSettings({ git, gitSettings }: Pick<Machine, 'git' | 'gitSettings'>): Machine['gitSettings'] {
  return async (folder, section, signal) => {
    const ask = (): ReturnType<typeof gitSettings> => gitSettings(folder, section, signal);
    const found = await git.repository(folder, signal);
    return found.kind === 'answer' ? orGit(() => settingsOf(found.value, section), signal, ask) : ask();
  };
}

function settingsOf(repository: GitRepository, wanted: string): ReadonlyMap<string, string> {
  expectPlain(repository);
  const found = new Map<string, string>();
  let section = '';
  for (const line of readFileSync(path.join(repository.commonFolder, 'config'), 'utf8').split('\n')) {
    const [, name, sub] = /^\[(\w+)(?: "([^"\\]*)")?\]$/u.exec(line) ?? [];
    if (name !== undefined) section = [name.toLowerCase(), ...(sub === undefined ? [] : [sub])].join('.');
    const [, key, value] = /^\t(\w+) = ([^"\\#;]*)$/u.exec(line) ?? [];
    if (key !== undefined) found.set(`${section}.${key.toLowerCase()}`, value?.trim() ?? '');
    if (line !== '' && name === undefined && key === undefined) throw new GitsOwn();
  }
  return new Map([...found].filter(([name]) => name.startsWith(`${wanted}.`)));
}
