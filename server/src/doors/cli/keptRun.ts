import path from 'node:path';
import { contentHash } from '../../base/contentHash.js';
import { type JudgedBy, readRecordsFile, recordsFile, writeRecordsFile } from '../../project/recordsFile.js';
import { areUnchanged, type KeptRecords } from '../../workspace/keptRecords.js';
import { relativePath } from '../../base/relativePath.js';
import { placeIn } from '../../base/placeIn.js';
import type { Disk } from '../../workspace/machine.js';
import type { CacheFiles, FileStamp, FileSystem, ReadOptions } from '../../workspace/ports.js';
import { haveSameAnswers, type RecordedAnswer, recordAnswers } from '../../workspace/recordedAnswers.js';
import { cacheFolder, type UserPlaces } from '../../base/userFolders.js';
import type { DocumentsToKeep, Io, RunKeeper, Said } from './io.js';

/**
 * A run that depends on its command line and on files alone, so that the same one may be answered from what it said before. The
 * answer is found by asking the files again what they were asked then: one that differs, even if it came or went, and the run
 * is done again. Documents of which records are kept are compared by their stamps. Whatever works in this account can write where it
 * is kept; so gates never ask it.
 */
export interface KeptRun extends RunKeeper {
  /** Prints what the same run said; false if there was none, or something has changed since. */
  readonly answer: () => Promise<boolean>;
  /** Writes down what was taken; where that is not possible nothing happens. */
  readonly write: () => Promise<void>;
}

/** What a kept run is read, checked and written with. */
export interface KeptRunPorts {
  /** What the run would read, and what is asked again. */
  readonly files: FileSystem;
  readonly cache: CacheFiles;
  readonly disk: Pick<Disk, 'stat' | 'unlink'> & { readonly namesIn: (folder: string) => Promise<readonly string[]> };
}

export interface KeptRunOptions extends KeptRunPorts, Pick<Io, 'cwd' | 'terminal'>, UserPlaces {
  /** `lint`, `drift` or `trace`. */
  readonly command: string;
  /** What is behind it. */
  readonly args: readonly string[];
  /** Tells one build of Pactwright from any other. */
  readonly build: string;
  readonly print: (said: Said) => void;
}

/** The environment variables that change what `lint` does. */
export type LintEnvironment = Readonly<Partial<Record<'NO_COLOR' | 'GITHUB_WORKSPACE', string>>>;

/** Those of them that are set. */
export function lintEnvironment({ NO_COLOR, GITHUB_WORKSPACE }: UserPlaces['env']): LintEnvironment {
  return {
    ...(NO_COLOR === undefined ? {} : { NO_COLOR }),
    ...(GITHUB_WORKSPACE === undefined ? {} : { GITHUB_WORKSPACE }),
  };
}

/** How many runs are kept; the oldest go. A hook names other files each time, a person seldom has more projects at hand. */
const most = 30;
/** Several times what a run leaves behind besides the records of documents. */
const maxBytes = 64 * 1024 * 1024;
const ownName = /^[0-9a-f]{64}\.json(?:\.[0-9a-f]{12}\.tmp)?$/u;

/** One run: it has to read by the `files` of what is returned, and those note one run alone. Nothing here throws. */
export function keptRun({
  command,
  args,
  build,
  cwd,
  env,
  terminal,
  files,
  cache,
  disk,
  print,
  ...places
}: KeptRunOptions): KeptRun {
  const cacheRoot = cacheFolder({ env, ...places });
  const folder = path.join(cacheRoot, 'lint');
  const documents = createKeptDocuments(path.join(cacheRoot, 'documents'), build, files);
  const known = JSON.stringify([build, process.version, cwd, command, args, terminal, lintEnvironment(env)]);
  const file = path.join(folder, `${contentHash(known)}.json`);
  const answers: RecordedAnswer[] = [];
  // What a folder held when this began is good enough for the whole run.
  const listed = new Map<string, ReturnType<FileSystem['list']>>();
  const own: FileSystem = {
    ...files,
    list: (place) => {
      const listing = listed.get(place) ?? files.list(place);
      listed.set(place, listing);
      return listing;
    },
  };
  let taken: Said | undefined;
  return {
    files: { ...recordAnswers(own, (answer) => answers.push(answer)), stamp: documents.stamp },
    records: documents.records,
    keepDocuments: documents.keep,
    take: (said) => {
      taken = said;
    },
    answer: async () => {
      try {
        const text = await readSealed(file, files, maxBytes);
        const kept = text === undefined ? undefined : (JSON.parse(text) as Kept); // what this build has written
        if (!kept || !(await haveSameAnswers(kept.answers, own)) || !(await documents.areAs(kept.documents)))
          return false;
        const { out, err, code } = kept.said;
        if (typeof out !== 'string' || typeof err !== 'string' || typeof code !== 'number') return false;
        print({ out, err, code });
        return true;
      } catch {
        // Somebody else has written it, in another shape.
        return false;
      }
    },
    write: async () => {
      const { projects, isStamped } = await documents.write(cache, disk);
      if (!taken) return;
      const others = answers.filter(([question, place]) => question !== 'read' || !isStamped(place));
      await cache.write(
        file,
        sealed(JSON.stringify({ answers: others, documents: projects, said: taken } satisfies Kept)),
      );
      await removeOldest(disk, folder);
    },
  };
}

interface Kept {
  readonly answers: readonly RecordedAnswer[];
  readonly documents: readonly KeptProject[];
  readonly said: Said;
}

/** The documents of a project, as they were when a run ended. */
interface KeptProject {
  /** Absolute. */
  readonly root: string;
  /** Of the records that are kept of them. */
  readonly generation: string;
}

interface WrittenDocuments {
  readonly projects: readonly KeptProject[];
  /** Whether a file, absolute, need not be asked for as long as its stamp is the same. */
  readonly isStamped: (place: string) => boolean;
}

/** What is known of the documents of the projects that a run reads: a file for each project. */
function createKeptDocuments(
  folder: string,
  build: string,
  files: FileSystem,
): Pick<RunKeeper, 'records'> & {
  readonly stamp: (place: string, options: ReadOptions) => FileStamp | undefined;
  readonly keep: RunKeeper['keepDocuments'];
  readonly areAs: (projects: readonly KeptProject[]) => Promise<boolean>;
  readonly write: (cache: CacheFiles, disk: KeptRunPorts['disk']) => Promise<WrittenDocuments>;
} {
  const opened = new Map<string, KeptRecords | undefined>();
  // What files showed when the answer was looked for is good enough for the run, which looks at each once.
  const stamps = new Map<string, FileStamp | undefined>();
  const toKeep = new Map<string, DocumentsToKeep & { readonly judgedBy: JudgedBy }>();
  const fileOf = (root: string, judgedBy: JudgedBy): string => recordsFile(folder, build, root, judgedBy);
  const stamp = (place: string, options: ReadOptions): FileStamp | undefined => {
    const known = stamps.get(place);
    stamps.delete(place);
    return known ?? files.stamp?.(place, options);
  };
  const records = async (root: string, judgedBy: JudgedBy): Promise<KeptRecords | undefined> => {
    const file = fileOf(root, judgedBy);
    if (!opened.has(file)) opened.set(file, await readRecordsFile(file, files));
    return opened.get(file);
  };
  const isAs = async ({ root, generation }: KeptProject): Promise<boolean> => {
    const kept = await records(root, 'documents');
    if (kept?.generation !== generation) return false;
    const options: ReadOptions = { within: (await files.realPath(root)) ?? root, maxBytes: Infinity };
    const placeOf = placeIn(root);
    return areUnchanged(kept, (document) => {
      const place = placeOf(document);
      const shown = files.stamp?.(place, options);
      if (shown) stamps.set(place, shown);
      return shown;
    });
  };
  return {
    stamp,
    records,
    keep: (root, judgedBy, documents) => toKeep.set(root, { ...documents, judgedBy }),
    areAs: async (projects) => {
      for (const project of projects) if (!(await isAs(project))) return false;
      return true;
    },
    write: async (cache, disk) => {
      const projects: KeptProject[] = [];
      for (const [root, documents] of toKeep) {
        const change = await documents.change();
        const file = fileOf(root, documents.judgedBy);
        await writeRecordsFile(file, change, cache);
        if (change?.kind === 'whole') await removeOldest(disk, folder);
        projects.push({ root, generation: documents.generation(change) });
      }
      const isStamped = (place: string): boolean =>
        Array.from(toKeep).some(([root, documents]) => documents.isStamped(relativePath(root, place) ?? ''));
      return { projects, isStamped };
    },
  };
}

/** Of ours alone: who made the folder may have something else in it. */
async function removeOldest(disk: KeptRunPorts['disk'], folder: string): Promise<void> {
  const names = (await disk.namesIn(folder).catch(() => [])).filter((name) => ownName.test(name));
  if (names.length <= most) return;
  const written = await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const at = await disk.stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      );
      return { file, at };
    }),
  );
  written.sort((one, other) => other.at - one.at);
  await Promise.all(written.slice(most).map(({ file }) => disk.unlink(file).catch(() => undefined)));
}

/** A text with what shows later that it is whole: the hash of it in a line above. */
function sealed(text: string): string {
  return `${contentHash(text)}\n${text}`;
}

/** What was sealed into a file; undefined if there is none, or not all of it. */
async function readSealed(file: string, files: FileSystem, maxBytes: number): Promise<string | undefined> {
  const within = await files.realPath(path.dirname(file));
  const result = within === undefined ? undefined : await files.read(file, { within, maxBytes });
  if (result?.kind !== 'file') return undefined;
  const lineEnd = result.bytes.indexOf(10);
  const bytes = result.bytes.subarray(lineEnd + 1);
  const hash = Buffer.from(result.bytes.subarray(0, Math.max(0, lineEnd))).toString();
  return hash === contentHash(bytes) ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : undefined;
}
