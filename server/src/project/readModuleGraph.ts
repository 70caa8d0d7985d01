import { languageOf } from '../code/languageOf.js';
import { type ModuleGraph, moduleGraph } from '../code/modules/moduleGraph.js';
import type { ModulePlaces } from '../code/modules/modulePlaces.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { importsAtTop, type ImportsAtTop } from '../syntax/importsAtTop.js';
import { importsOf } from '../syntax/importsOf.js';
import { openSyntax, type Syntax } from '../syntax/openSyntax.js';
import { createSourceMemory, readSources, type SourceRequest } from './sourceReadings.js';

export type ModuleGraphRequest = Pick<SourceRequest<ImportsAtTop>, 'machine' | 'root' | 'paths' | 'gone' | 'signal'>;

const memory = createSourceMemory<ImportsAtTop>();

/**
 * Which file imports which; what was read before is kept by content. A file is parsed only where its plain text leaves open whether it
 * imports a file of the project: parsing all takes ten times as long.
 *
 * @throws the signal's reason once it is aborted.
 */
export async function readModuleGraph(request: ModuleGraphRequest): Promise<ModuleGraph> {
  const syntax = openSyntax(request.machine.self.grammars);
  const { sources, unread } = await readSources({
    ...request,
    kept: 'imports',
    memory,
    // The text has its hash beside it: it is what this program wrote.
    isReading: (value): value is ImportsAtTop => typeof value === 'object' && value !== null && 'maybe' in value,
    parse: async (file, text) =>
      (languageOf(file) === 'typescript' ? importsAtTop(text) : undefined) ?? parsed(syntax, file, text),
    refine: async (file, reading, places, textOf) => {
      if (!mayLeadFurther(file, reading, places)) return reading;
      const text = await textOf();
      return text === undefined ? undefined : parsed(syntax, file, text);
    },
    importsOf: (file, { imports }, places) => imports.flatMap((one) => resolveImport(file, one, places)),
  });
  return moduleGraph(new Map(Array.from(sources, ([file, { imports }]) => [file, new Set(imports)])), unread);
}

async function parsed(syntax: Syntax, file: string, text: string): Promise<ImportsAtTop | undefined> {
  const imports = await importsOf(syntax, file, text);
  return imports && { imports, maybe: [] };
}

/** Whether what a file may import is a file of the project that it does not import for certain. */
function mayLeadFurther(file: string, { imports, maybe }: ImportsAtTop, places: ModulePlaces): boolean {
  const further = maybe.flatMap((from) => resolveImport(file, { from }, places)).filter((one) => one !== file);
  // Most lead to no file of the project.
  if (further.length === 0) return false;
  const certain = new Set(imports.flatMap((one) => resolveImport(file, one, places)));
  return further.some((one) => !certain.has(one));
}
