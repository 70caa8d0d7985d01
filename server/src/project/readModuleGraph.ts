import { type ModuleGraph, moduleGraph } from '../code/modules/moduleGraph.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { importsOf, type ModuleImport } from '../syntax/importsOf.js';
import { openSyntax } from '../syntax/openSyntax.js';
import { createSourceMemory, readSources, type SourceRequest } from './sourceReadings.js';

export type ModuleGraphRequest = Pick<
  SourceRequest<readonly ModuleImport[]>,
  'machine' | 'root' | 'paths' | 'gone' | 'signal'
>;

const memory = createSourceMemory<readonly ModuleImport[]>();

/** Which file imports which; what was read before is kept by content. @throws the signal's reason once it is aborted. */
export async function readModuleGraph(request: ModuleGraphRequest): Promise<ModuleGraph> {
  const syntax = openSyntax(request.machine.self.grammars);
  const { sources, unread } = await readSources({
    ...request,
    kept: 'imports',
    memory,
    // The text has its hash beside it: it is what this program wrote.
    isReading: (value): value is readonly ModuleImport[] => Array.isArray(value),
    parse: (file, text) => importsOf(syntax, file, text),
    importsOf: (file, found, places) => found.flatMap((one) => resolveImport(file, one, places)),
  });
  return moduleGraph(new Map(Array.from(sources, ([file, { imports }]) => [file, new Set(imports)])), unread);
}
