import * as v from 'valibot';
import { listOf, maybe, object } from '../base/schema.js';
import { type ModuleGraph, moduleGraph } from '../code/modules/moduleGraph.js';
import { resolveImport } from '../code/modules/resolveImport.js';
import { importsOf, type ModuleImport } from '../syntax/importsOf.js';
import { openSyntax } from '../syntax/openSyntax.js';
import { readSources, type SourceRequest } from './sourceReadings.js';

export type ModuleGraphRequest = Omit<SourceRequest<readonly ModuleImport[]>, 'parse' | 'schema'>;

const schema = listOf(object({ from: v.string(), name: maybe(v.string()), line: v.number() }));

/** @throws the signal's reason once it is aborted. */
export async function readModuleGraph(request: ModuleGraphRequest): Promise<ModuleGraph> {
  const syntax = openSyntax(request.machine.self.grammars);
  const { readings, unread, places } = await readSources({
    ...request,
    schema,
    parse: (file, text) => importsOf(syntax, file, text),
  });
  const imports = new Map(
    Array.from(readings, ([file, found]) => {
      const targets = found.flatMap((one) => resolveImport(file, one, places));
      return [file, new Set(targets.filter((one) => one !== file))] as const;
    }),
  );
  return moduleGraph(imports, unread);
}
