import path from 'node:path';
import * as v from 'valibot';
import { contentHash } from '../base/contentHash.js';
import { decodeText } from '../base/decodeText.js';
import { parseJson } from '../base/json.js';
import { read } from '../base/schema.js';
import { cacheFolder } from '../base/userFolders.js';
import { languageOf } from '../code/languageOf.js';
import { isModuleSettings, readPlaces } from '../code/modules/readPlaces.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { openSyntax } from '../syntax/openSyntax.js';
import { type Outline, outlineOf } from '../syntax/outlineOf.js';
import type { CodeFile, CodeIndex } from '../trace/codeGraph/codeIndex.js';
import type { Machine } from '../workspace/machine.js';
import { readSealed, sealed } from '../workspace/sealedText.js';
import type { CodeFolder } from './codeFolder.js';

const maxBytes = 1024 * 1024;
const maxKeptBytes = 256 * 1024 * 1024;

/**
 * What the files of a folder define, call and import. Outlines are kept by content, outside of the project: a file with the text it
 * had is not parsed again.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function readCodeIndex(
  machine: Machine,
  { root, paths }: Pick<CodeFolder, 'root' | 'paths'>,
  signal: AbortSignal,
): Promise<CodeIndex> {
  const within = (await machine.files.realPath(root)) ?? root;
  const textOf = async (file: string): Promise<string | undefined> => {
    signal.throwIfAborted();
    const result = await machine.files.read(path.join(root, ...file.split('/')), { within, maxBytes });
    const decoded = result.kind === 'file' ? decodeText(result.bytes) : undefined;
    return decoded?.kind === 'text' ? decoded.text : undefined;
  };
  const settings = new Map<string, string>();
  for (const file of paths.filter(isModuleSettings)) {
    const text = await textOf(file);
    if (text !== undefined) settings.set(file, text);
  }
  const places = readPlaces(paths, settings);
  const kept = await openKept(
    path.join(cacheFolder(machine.places), 'modules', `${contentHash(root)}.outlines.json`),
    machine,
  );
  const syntax = openSyntax(machine.self.grammars);
  const files = new Map<string, CodeFile>();
  const unread: string[] = [];
  for (const file of paths.filter((one) => languageOf(one) !== undefined)) {
    const text = await textOf(file);
    const outline = text === undefined ? undefined : await kept.of(file, text, () => outlineOf(syntax, file, text));
    if (outline) files.set(file, toCodeFile(file, outline, places));
    else unread.push(file);
  }
  await kept.close();
  return { files, unread };
}

function toCodeFile(file: string, outline: Outline, places: ModulePlaces): CodeFile {
  const targets = new Map<string, readonly string[]>();
  const follow = (from: string, name: string | undefined): void => {
    const key = name === undefined ? from : `${from} ${name}`;
    if (!targets.has(key)) targets.set(key, resolveImport(file, { from, name }, places));
  };
  for (const { from, name } of outline.imports) follow(from, name);
  const imports = new Set([...targets.values()].flat());
  imports.delete(file);
  for (const { from, name } of outline.bindings) follow(from, name);
  return { outline, imports: [...imports].sort(), targets };
}

/** An outline is a text of its own, so that only the few that are asked for in depth need be looked at. */
const keptSchema = v.record(v.string(), v.tuple([v.string(), v.custom<Outline>(isOutline)]));

/** The text is sealed with its hash: it is what this program wrote. */
function isOutline(value: unknown): value is Outline {
  return (
    typeof value === 'object' && value !== null && 'definitions' in value && 'bindings' in value && 'shown' in value
  );
}

interface Kept {
  readonly of: (path: string, text: string, find: () => Promise<Outline | undefined>) => Promise<Outline | undefined>;
  readonly close: () => Promise<void>;
}

async function openKept(file: string, { files, cache }: Machine): Promise<Kept> {
  const text = await readSealed(file, files, maxKeptBytes);
  const before = read(keptSchema, parseJson(text ?? '')) ?? {};
  const now: v.InferOutput<typeof keptSchema> = {};
  let isNew = false;
  return {
    of: async (path, source, find) => {
      const hash = contentHash(source);
      const known = before[path];
      if (known?.[0] === hash) return (now[path] = known)[1];
      isNew = true;
      const outline = await find();
      if (outline) now[path] = [hash, outline];
      return outline;
    },
    close: async () => {
      if (isNew) await cache.write(file, sealed(JSON.stringify(now)));
    },
  };
}
