import path from 'node:path';
import * as v from 'valibot';
import { contentHash } from '../base/contentHash.js';
import { decodeText } from '../base/decodeText.js';
import { parseJson } from '../base/json.js';
import { maybe, object, read } from '../base/schema.js';
import { languageOf } from '../code/languageOf.js';
import { isModuleSettings, readPlaces } from '../code/modules/readPlaces.js';
import { type ModuleGraph, moduleGraph } from '../code/modules/moduleGraph.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { importsOf, type ModuleImport } from '../syntax/importsOf.js';
import { openSyntax } from '../syntax/openSyntax.js';
import type { Machine } from '../workspace/machine.js';
import { readSealed, sealed } from '../workspace/sealedText.js';

export interface ModuleGraphRequest {
  readonly machine: Machine;
  /** Absolute. */
  readonly root: string;
  /** All files of the project, relative, with `/`. */
  readonly paths: readonly string[];
  /** Files that were there a moment ago: who imports them still shows. */
  readonly gone?: readonly string[] | undefined;
  /** Where imports are kept by content; undefined: nowhere. Absolute. */
  readonly kept?: string;
  readonly signal?: AbortSignal;
}

const maxBytes = 1024 * 1024;
const maxKeptBytes = 64 * 1024 * 1024;

/** @throws the signal's reason once it is aborted. */
export async function readModuleGraph(request: ModuleGraphRequest): Promise<ModuleGraph> {
  const { machine, root, paths, gone = [], kept, signal } = request;
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
  const places = readPlaces([...paths, ...gone], settings);
  const keeper = await openKept(kept, machine);
  const syntax = openSyntax(machine.self.grammars);
  const imports = new Map<string, ReadonlySet<string>>();
  const unread: string[] = [];
  for (const file of paths.filter((one) => languageOf(one) !== undefined)) {
    const text = await textOf(file);
    const found =
      text === undefined ? undefined : await keeper.importsOf(file, text, () => importsOf(syntax, file, text));
    if (!found) unread.push(file);
    else
      imports.set(
        file,
        new Set(found.flatMap((one) => resolveImport(file, one, places)).filter((one) => one !== file)),
      );
  }
  await keeper.close();
  return moduleGraph(imports, unread);
}

interface Keeper {
  readonly importsOf: (
    file: string,
    text: string,
    find: () => Promise<readonly ModuleImport[] | undefined>,
  ) => Promise<readonly ModuleImport[] | undefined>;
  readonly close: () => Promise<void>;
}

const keptSchema = v.record(
  v.string(),
  v.object({
    hash: v.string(),
    imports: v.array(object({ from: v.string(), name: maybe(v.string()), line: v.number() })),
  }),
);

/** Imports by content: a file with the text it had is not parsed again. */
async function openKept(file: string | undefined, { files, cache }: Machine): Promise<Keeper> {
  const text = file === undefined ? undefined : await readSealed(file, files, maxKeptBytes);
  const before = read(keptSchema, parseJson(text ?? '')) ?? {};
  const now: v.InferOutput<typeof keptSchema> = {};
  let isNew = false;
  return {
    importsOf: async (path, source, find) => {
      const hash = contentHash(source);
      const known = before[path];
      if (known?.hash === hash) return (now[path] = known).imports;
      isNew = true;
      const imports = await find();
      if (imports) now[path] = { hash, imports: [...imports] };
      return imports;
    },
    close: async () => {
      if (file !== undefined && isNew) await cache.write(file, sealed(JSON.stringify(now)));
    },
  };
}
