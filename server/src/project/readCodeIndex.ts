import { languageOf } from '../code/languageOf.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { memoEach } from '../base/memo.js';
import { openSyntax } from '../syntax/openSyntax.js';
import { type Outline, outlineOf } from '../syntax/outlineOf.js';
import type { CodeFile, CodeIndex } from '../trace/codeGraph/codeIndex.js';
import type { Machine } from '../workspace/machine.js';
import type { CodeFolder } from './codeFolder.js';
import type { Source } from './keptReadings.js';
import { createSourceMemory, readSources } from './sourceReadings.js';

const memory = createSourceMemory<Outline>();
/** A file that is as before, in a project whose imports lead where they led, is the same object. */
const indexedFile = memoEach<Source<Outline>, { readonly places: ModulePlaces }, CodeFile>();

/**
 * What the files of a folder define, call and import. Outlines are kept by content, outside of the project: a file with the text it
 * had is not parsed again.
 *
 * @param byContent whether each file is read, whatever it shows from outside; gates ask for it.
 * @throws the signal's reason once it is aborted.
 */
export async function readCodeIndex(
  machine: Machine,
  { root, paths }: Pick<CodeFolder, 'root' | 'paths'>,
  signal: AbortSignal,
  byContent = false,
): Promise<CodeIndex> {
  const syntax = openSyntax(machine.self.grammars);
  const { sources, unread, places } = await readSources({
    ...{ machine, root, paths, byContent, signal },
    kept: 'outlines',
    memory,
    isReading: isOutline,
    parse: (file, text) => outlineOf(syntax, file, text),
    importsOf: (file, { imports }, at) => imports.flatMap(({ from, name }) => resolveImport(file, { from, name }, at)),
  });
  return {
    files: new Map(
      Array.from(sources, ([file, source]) => [
        file,
        indexedFile(source, { places }, () => new IndexedFile(file, source, places)),
      ]),
    ),
    unread,
  };
}

/** Most questions look at the imports of all files, and closer at few of them. */
class IndexedFile implements CodeFile {
  readonly #file: string;
  readonly #source: Source<Outline>;
  readonly #places: ModulePlaces;
  #targets: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(file: string, source: Source<Outline>, places: ModulePlaces) {
    this.#file = file;
    this.#source = source;
    this.#places = places;
  }

  get outline(): Outline {
    return this.#source.reading();
  }

  get imports(): readonly string[] {
    return this.#source.imports;
  }

  get targets(): ReadonlyMap<string, readonly string[]> {
    return (this.#targets ??= this.#follow());
  }

  #follow(): ReadonlyMap<string, readonly string[]> {
    const { imports, bindings } = this.outline;
    const targets = new Map<string, readonly string[]>();
    // Only in Python what is imported may be a file of its own.
    const byModule = languageOf(this.#file) === 'python' ? undefined : new Map<string, readonly string[]>();
    for (const { from, name } of [...imports, ...bindings]) {
      const key = name === undefined ? from : `${from} ${name}`;
      if (targets.has(key)) continue;
      const found = byModule?.get(from) ?? resolveImport(this.#file, { from, name }, this.#places);
      byModule?.set(from, found);
      targets.set(key, found);
    }
    return targets;
  }
}

/** The text has its hash beside it: it is what this program wrote. */
function isOutline(value: unknown): value is Outline {
  return (
    typeof value === 'object' && value !== null && 'definitions' in value && 'bindings' in value && 'shown' in value
  );
}
