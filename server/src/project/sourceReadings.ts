import path from 'node:path';
import { shortHash } from '../base/contentHash.js';
import { decodeText } from '../base/decodeText.js';
import { languageOf } from '../code/languageOf.js';
import { cacheFolder } from '../base/userFolders.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { isModuleSettings, readPlaces } from '../code/modules/readPlaces.js';
import type { Machine } from '../workspace/machine.js';
import { openKeptReadings, type Source } from './keptReadings.js';

const maxBytes = 1024 * 1024;

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
  /** Whether each file is read, so that one that shows the same size and times as before cannot deceive. */
  readonly byContent?: boolean | undefined;
  /** What a kept reading has to be. */
  readonly isReading: (value: unknown) => value is T;
  /** @returns undefined for a file that cannot be parsed. */
  readonly parse: (file: string, text: string) => Promise<T | undefined>;
  /** The files that a file imports. */
  readonly importsOf: (file: string, reading: T, places: ModulePlaces) => Iterable<string>;
  readonly signal?: AbortSignal | undefined;
}

/** What was read of each source file, and where the imports in them lead. */
interface SourceReadings<T> {
  readonly sources: ReadonlyMap<string, Source<T>>;
  readonly unread: readonly string[];
  readonly places: ModulePlaces;
}

/** Reads and parses the source files of a project. @throws the signal's reason once it is aborted. */
export async function readSources<T>(request: SourceRequest<T>): Promise<SourceReadings<T>> {
  const { machine, root, paths, gone = [], byContent = false, signal } = request;
  const options = { within: (await machine.files.realPath(root)) ?? root, maxBytes };
  const placeOf = (file: string): string => path.join(root, ...file.split('/'));
  const textOf = async (file: string): Promise<string | undefined> => {
    const result = await machine.files.read(placeOf(file), options);
    const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
    return decoded?.kind === 'text' ? decoded.text : undefined;
  };
  const settings = new Map<string, string>();
  for (const file of paths.filter(isModuleSettings)) {
    const text = await textOf(file);
    if (text !== undefined) settings.set(file, text);
  }
  const places = readPlaces([...paths, ...gone], settings);
  const kept = await openKeptReadings(
    { machine, file: keptIn(request), places: shortHash(JSON.stringify([paths, gone, [...settings]])) },
    request.isReading,
  );
  const sources = new Map<string, Source<T>>();
  const unread: string[] = [];
  for (const file of paths.filter((one) => languageOf(one) !== undefined)) {
    signal?.throwIfAborted();
    const before = kept.of(file);
    const stamp = machine.files.stamp?.(placeOf(file), options);
    const isSame = !byContent && kept.isUnchanged(file, stamp);
    const found = isSame ? before : await readAnew(request, file, await textOf(file), before);
    const source = found === before && before?.isPlaced === true ? before : placed(file, found, places, request);
    if (source) sources.set(file, source);
    else unread.push(file);
    if (source && (source !== before || !(isSame || byContent))) kept.keep(file, source, stamp);
  }
  await kept.write(new Set(sources.keys()));
  return { sources, unread, places };
}

/** Nothing is kept by a program that does not know which build it is, as another may read the same file in another way. */
function keptIn<T>({ machine, root, kept }: SourceRequest<T>): string | undefined {
  const { build } = machine.self;
  if (build === undefined) return undefined;
  return path.join(cacheFolder(machine.places), 'modules', `${shortHash(JSON.stringify([build, root]))}.${kept}`);
}

type Read<T> = Pick<Source<T>, 'hash' | 'reading'>;

async function readAnew<T>(
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
