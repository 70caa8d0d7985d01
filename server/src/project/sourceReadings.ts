import path from 'node:path';
import * as v from 'valibot';
import { contentHash } from '../base/contentHash.js';
import { decodeText } from '../base/decodeText.js';
import { parseJson } from '../base/json.js';
import { read, recordOf, type Schema } from '../base/schema.js';
import { languageOf } from '../code/languageOf.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { isModuleSettings, readPlaces } from '../code/modules/readPlaces.js';
import type { Machine } from '../workspace/machine.js';
import { readSealed, sealed } from '../workspace/sealedText.js';

const maxBytes = 1024 * 1024;
const maxKeptBytes = 256 * 1024 * 1024;

export interface SourceRequest<T> {
  readonly machine: Machine;
  /** Absolute. */
  readonly root: string;
  /** All files of the project, relative, with `/`. */
  readonly paths: readonly string[];
  /** Files that were there a moment ago: who imports them still shows. */
  readonly gone?: readonly string[] | undefined;
  /** Where readings are kept by content, so that a file with the text it had is not parsed again; undefined: nowhere. Absolute. */
  readonly kept: string | undefined;
  /** What a kept reading has to be. */
  readonly schema: Schema<T>;
  /** @returns undefined for a file that cannot be parsed. */
  readonly parse: (file: string, text: string) => Promise<T | undefined>;
  readonly signal?: AbortSignal | undefined;
}

/** What was read of each source file, and where the imports in them lead. */
interface SourceReadings<T> {
  readonly readings: ReadonlyMap<string, T>;
  readonly unread: readonly string[];
  readonly places: ModulePlaces;
}

/** Reads and parses the source files of a project. @throws the signal's reason once it is aborted. */
export async function readSources<T>(request: SourceRequest<T>): Promise<SourceReadings<T>> {
  const { machine, root, paths, gone = [], parse, signal } = request;
  const within = (await machine.files.realPath(root)) ?? root;
  const textOf = async (file: string): Promise<string | undefined> => {
    signal?.throwIfAborted();
    const result = await machine.files.read(path.join(root, ...file.split('/')), { within, maxBytes });
    const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
    return decoded?.kind === 'text' ? decoded.text : undefined;
  };
  const settings = new Map<string, string>();
  for (const file of paths.filter(isModuleSettings)) {
    const text = await textOf(file);
    if (text !== undefined) settings.set(file, text);
  }
  const keeper = await openKept(request);
  const readings = new Map<string, T>();
  const unread: string[] = [];
  for (const file of paths.filter((one) => languageOf(one) !== undefined)) {
    const text = await textOf(file);
    const found = text === undefined ? undefined : await keeper.of(file, text, () => parse(file, text));
    if (found === undefined) unread.push(file);
    else readings.set(file, found);
  }
  await keeper.close();
  return { readings, unread, places: readPlaces([...paths, ...gone], settings) };
}

interface Kept<T> {
  readonly of: (file: string, text: string, find: () => Promise<T | undefined>) => Promise<T | undefined>;
  readonly close: () => Promise<void>;
}

async function openKept<T>({ machine, kept: file, schema }: SourceRequest<T>): Promise<Kept<T>> {
  const { files, cache } = machine;
  const text = file === undefined ? undefined : await readSealed(file, files, maxKeptBytes);
  const before = read(recordOf(v.tuple([v.string(), schema])), parseJson(text ?? '')) ?? {};
  const now: Record<string, readonly [hash: string, reading: T]> = {};
  let isNew = false;
  return {
    of: async (path, source, find) => {
      const hash = contentHash(source);
      const known = before[path];
      if (known?.[0] === hash) return (now[path] = known)[1];
      isNew = true;
      const found = await find();
      if (found !== undefined) now[path] = [hash, found];
      return found;
    },
    close: async () => {
      if (file !== undefined && isNew) await cache.write(file, sealed(JSON.stringify(now)));
    },
  };
}
