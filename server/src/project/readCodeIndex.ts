import path from 'node:path';
import * as v from 'valibot';
import { contentHash } from '../base/contentHash.js';
import { cacheFolder } from '../base/userFolders.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { openSyntax } from '../syntax/openSyntax.js';
import { type Outline, outlineOf } from '../syntax/outlineOf.js';
import type { CodeFile, CodeIndex } from '../trace/codeGraph/codeIndex.js';
import type { Machine } from '../workspace/machine.js';
import type { CodeFolder } from './codeFolder.js';
import { readSources } from './sourceReadings.js';

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
  const syntax = openSyntax(machine.self.grammars);
  const { readings, unread, places } = await readSources({
    machine,
    root,
    paths,
    kept: path.join(cacheFolder(machine.places), 'modules', `${contentHash(root)}.outlines.json`),
    schema: v.custom<Outline>(isOutline),
    parse: (file, text) => outlineOf(syntax, file, text),
    signal,
  });
  return {
    files: new Map(Array.from(readings, ([file, outline]) => [file, toCodeFile(file, outline, places)])),
    unread,
  };
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

/** The text is sealed with its hash: it is what this program wrote. */
function isOutline(value: unknown): value is Outline {
  return (
    typeof value === 'object' && value !== null && 'definitions' in value && 'bindings' in value && 'shown' in value
  );
}
