import path from 'node:path';
import { shortHash } from '../base/contentHash.js';
import { type Memo, memo, memoFor } from '../base/memo.js';
import { languageOf } from '../code/languageOf.js';
import { cacheFolder } from '../base/userFolders.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { isModuleSettings, readPlaces } from '../code/modules/readPlaces.js';
import { createTimeSlices } from '../base/timeSlices.js';
import type { Machine } from '../workspace/machine.js';
import type { FileStamp } from '../workspace/ports.js';
import { textOf } from '../workspace/textOf.js';
import { type KeptReadings, openKeptReadings, settledStamp, type Source } from './keptReadings.js';

const maxBytes = 1024 * 1024;
const sliceMilliseconds = 10;

export interface SourceRequest<T> {
  readonly machine: Machine;
  /** Absolute. */
  readonly root: string;
  /** All files of the project, relative, with `/`. */
  readonly paths: readonly string[];
  /** Files that were there a moment ago: who imports them still shows. */
  readonly gone?: readonly string[] | undefined;
  /** The name of the file that readings are kept in, so that a file with the text it had is not parsed again. */
  readonly kept: string;
  /** Where a process that stays holds them. */
  readonly memory: SourceMemory<T>;
  /** Whether each file is read, so that one that shows the same size and times as before cannot deceive. */
  readonly byContent?: boolean | undefined;
  /** What a kept reading has to be. */
  readonly isReading: (value: unknown) => value is T;
  /** @returns undefined for a file that cannot be parsed. */
  readonly parse: (file: string, text: string) => Promise<T | undefined>;
  /** What a reading becomes where imports lead somewhere else than before; itself, or one that is more exact. */
  readonly refine?: (
    file: string,
    reading: T,
    places: ModulePlaces,
    text: () => Promise<string | undefined>,
  ) => Promise<T | undefined>;
  /** The files that a file imports. */
  readonly importsOf: (file: string, reading: T, places: ModulePlaces) => Iterable<string>;
  readonly signal?: AbortSignal | undefined;
}

/** What a process that stays holds of its folders, by the token of its session. @see Machine.session */
export type SourceMemory<T> = (session: object) => Map<string, Promise<HeldFolder<T>>>;

export function createSourceMemory<T>(): SourceMemory<T> {
  return memoFor(() => new Map<string, Promise<HeldFolder<T>>>());
}

/** What is known of a folder before a question. */
interface HeldFolder<T> {
  readonly kept: KeptReadings<T>;
  /** `package.json` and the like, by path. */
  readonly settings: Map<string, { readonly stamp: string; readonly text: string }>;
  readonly placesFor: Memo<{ readonly key: string }, ModulePlaces>;
}

/** What was read of each source file, and where the imports in them lead. Sources that are as before are the same objects. */
interface SourceReadings<T> {
  readonly sources: ReadonlyMap<string, Source<T>>;
  readonly unread: readonly string[];
  readonly places: ModulePlaces;
}

/** Reads and parses the source files of a project. @throws the signal's reason once it is aborted. */
export async function readSources<T>(request: SourceRequest<T>): Promise<SourceReadings<T>> {
  const { paths, gone = [], byContent = false, signal } = request;
  const [disk, { kept, settings: held, placesFor }] = await Promise.all([openDisk(request), heldFolder(request)]);
  const settings = await readSettings(request, disk, held);
  const key = shortHash(JSON.stringify([paths, gone, [...settings]]));
  const places = placesFor({ key }, () => readPlaces([...paths, ...gone], settings));
  const sources = new Map<string, Source<T>>();
  const unread: string[] = [];
  const look = async (file: string): Promise<Seen> => {
    const stamp = disk.stampOf(file);
    const isSame = !byContent && kept.isUnchanged(file, stamp);
    return { file, stamp, isSame, text: isSame ? undefined : await disk.textOf(file) };
  };
  for await (const { file, stamp, isSame, text } of inPieces(paths.filter(isSource), look)) {
    signal?.throwIfAborted();
    await disk.turn();
    const before = kept.of(file, key);
    const found = isSame ? before?.source : await readAgain(request, file, text, before?.source);
    const textNow = async (): Promise<string | undefined> => text ?? (await disk.textOf(file));
    const source =
      before?.isPlaced === true && found === before.source
        ? before.source
        : placed(file, found && (await refined(request, file, found, places, textNow)), places, request);
    if (source) sources.set(file, source);
    else unread.push(file);
    if (source && (source !== before?.source || !(isSame || byContent))) kept.keep(file, source, stamp, key);
  }
  await kept.write(new Set(sources.keys()));
  return { sources, unread, places };
}

const isSource = (file: string): boolean => languageOf(file) !== undefined;

interface Seen {
  readonly file: string;
  readonly stamp: FileStamp | undefined;
  /** Whether it is as it was: then its text is not read. */
  readonly isSame: boolean;
  readonly text: string | undefined;
}

/** So many files are read side by side: where answers come later, most of the time is waiting. */
const piece = 16;

async function* inPieces(files: readonly string[], look: (file: string) => Promise<Seen>): AsyncGenerator<Seen> {
  for (let at = 0; at < files.length; at += piece) yield* await Promise.all(files.slice(at, at + piece).map(look));
}

/** The files of the folder as they are now. */
interface CodeDisk {
  readonly textOf: (file: string) => Promise<string | undefined>;
  readonly stampOf: (file: string) => FileStamp | undefined;
  /** Something to wait for where others should have their turn. */
  readonly turn: () => Promise<void> | undefined;
}

async function openDisk<T>({ machine: { files }, root }: SourceRequest<T>): Promise<CodeDisk> {
  const options = { within: (await files.realPath(root)) ?? root, maxBytes, folders: new Map<string, boolean>() };
  const placeOf = (file: string): string => path.join(root, ...file.split('/'));
  const slices = createTimeSlices(sliceMilliseconds);
  return {
    textOf: async (file) => textOf(await files.read(placeOf(file), options)),
    stampOf: (file) => files.stamp?.(placeOf(file), options),
    turn: () => (files.blocking ? files.turn?.() : slices.turn()),
  };
}

function heldFolder<T>(request: SourceRequest<T>): Promise<HeldFolder<T>> {
  const file = keptIn(request);
  const open = async (): Promise<HeldFolder<T>> => ({
    kept: await openKeptReadings({ machine: request.machine, file }, request.isReading),
    settings: new Map(),
    placesFor: memo(),
  });
  const session = request.machine.session?.();
  if (!session) return open();
  const folders = request.memory(session);
  const found = folders.get(request.root) ?? open();
  folders.set(request.root, found);
  return found;
}

async function readSettings<T>(
  { paths, machine, byContent = false }: SourceRequest<T>,
  { textOf, stampOf }: CodeDisk,
  held: HeldFolder<unknown>['settings'],
): Promise<ReadonlyMap<string, string>> {
  const settings = new Map<string, string>();
  for (const file of paths.filter(isModuleSettings)) {
    const stamp = stampOf(file);
    const before = held.get(file);
    const text = !byContent && before && stamp?.text === before.stamp ? before.text : await textOf(file);
    if (text === undefined) continue;
    settings.set(file, text);
    held.set(file, { stamp: settledStamp(stamp, machine.clock()), text });
  }
  return settings;
}

/** Nothing is kept by a program that does not know which build it is, as another may read the same file in another way. */
function keptIn<T>({ machine, root, kept }: SourceRequest<T>): string | undefined {
  const { build } = machine.self;
  if (build === undefined) return undefined;
  return path.join(cacheFolder(machine.places), 'modules', `${shortHash(JSON.stringify([build, root]))}.${kept}`);
}

type Read<T> = Pick<Source<T>, 'hash' | 'reading'>;

async function readAgain<T>(
  { parse }: SourceRequest<T>,
  file: string,
  text: string | undefined,
  before: Source<T> | undefined,
): Promise<Read<T> | undefined> {
  if (text === undefined) return undefined;
  const hash = shortHash(text);
  if (before?.hash === hash) return before;
  const found = await parse(file, text);
  return found === undefined ? undefined : { hash, reading: () => found };
}

async function refined<T>(
  { refine }: SourceRequest<T>,
  file: string,
  read: Read<T>,
  places: ModulePlaces,
  text: () => Promise<string | undefined>,
): Promise<Read<T> | undefined> {
  if (!refine) return read;
  const before = read.reading();
  const now = await refine(file, before, places, text);
  return now === before ? read : now && { hash: read.hash, reading: () => now };
}

function placed<T>(
  file: string,
  read: Read<T> | undefined,
  places: ModulePlaces,
  { importsOf }: SourceRequest<T>,
): Source<T> | undefined {
  if (!read) return undefined;
  const imports = new Set(importsOf(file, read.reading(), places));
  imports.delete(file);
  return { ...read, imports: [...imports].sort() };
}
