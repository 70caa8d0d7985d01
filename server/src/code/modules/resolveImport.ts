import { languageOf } from '../languageOf.js';
import type { ModulePlaces } from './modulePlaces.js';
import { resolveGo, resolveJava, resolveRust } from './resolvePaths.js';
import { resolvePython } from './resolvePython.js';
import { resolveTypeScript } from './resolveTypeScript.js';

/** What an import says. */
export interface ImportSaid {
  readonly from: string;
  readonly names: readonly string[];
}

/**
 * The files of the project that an import leads to; none for a package from outside.
 *
 * @param file relative to the root, with `/`.
 */
export function resolveImport(file: string, { from, names }: ImportSaid, places: ModulePlaces): readonly string[] {
  switch (languageOf(file)) {
    case 'typescript': {
      const found = resolveTypeScript(file, from, places);
      return found === undefined ? [] : [found];
    }
    case 'python':
      return resolvePython(file, from, names, places);
    case 'go':
      return resolveGo(file, from, places);
    case 'rust':
      return resolveRust(file, from, places);
    case 'java':
      return resolveJava(file, from, names.includes('*'), places);
    default:
      return [];
  }
}
