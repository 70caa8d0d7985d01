import { below, folderOf, foldersFrom, type ModulePlaces } from './modulePlaces.js';

/**
 * The files of the package that an import of Go names, tests left out: every file of a package sees what the others have.
 *
 * @see https://go.dev/ref/mod#go-mod-file
 */
export function resolveGo(file: string, from: string, { goModules, filesIn }: ModulePlaces): readonly string[] {
  const own = foldersFrom(folderOf(file)).find((folder) => goModules.has(folder));
  const modules = own === undefined ? [...goModules] : [[own, goModules.get(own) ?? ''] as const, ...goModules];
  const found = modules.find(([, name]) => from === name || from.startsWith(`${name}/`));
  const folder = found && below(found[0], from.slice(found[1].length));
  return folder === undefined ? [] : filesIn(folder).filter((path) => /(?<!_test)\.go$/u.test(path));
}
