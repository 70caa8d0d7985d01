import { languageOf } from '../languageOf.js';
import type { ImportSaid, ModulePlaces } from './modulePlaces.js';
import { resolveGo } from './resolveGo.js';
import { resolveJava } from './resolveJava.js';
import { resolvePython } from './resolvePython.js';
import { resolveRuby } from './resolveRuby.js';
import { resolveRust } from './resolveRust.js';
import { resolveTypeScript } from './resolveTypeScript.js';

/**
 * The files of the project that an import leads to; none for a package from outside.
 *
 * @param file relative to the root, with `/`.
 */
export function resolveImport(file: string, said: ImportSaid, places: ModulePlaces): readonly string[] {
  switch (languageOf(file)) {
    case 'typescript':
      return oneOrNone(resolveTypeScript(file, said.from, places));
    case 'python':
      return oneOrNone(resolvePython(file, said, places));
    case 'go':
      return resolveGo(file, said.from, places);
    case 'rust':
      return oneOrNone(resolveRust(file, said.from, places));
    case 'java':
      return resolveJava(file, said.from, places);
    case 'ruby':
      return oneOrNone(resolveRuby(file, said.from, places));
    default:
      return [];
  }
}

const oneOrNone = (path: string | undefined): readonly string[] => (path === undefined ? [] : [path]);
