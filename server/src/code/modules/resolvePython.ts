import { below, folderOf, foldersFrom, type ImportSaid, type ModulePlaces } from './modulePlaces.js';

/**
 * The file that an import of Python leads to: the name where that is a module, otherwise what it is taken from. Absolute
 * imports are looked for in the root, in `src`, beside the outermost package of the file, and beside the file.
 *
 * @see https://docs.python.org/3/reference/import.html
 */
export function resolvePython(file: string, { from, name }: ImportSaid, places: ModulePlaces): string | undefined {
  for (const place of placesOf(file, from, places)) {
    const inside = name === undefined ? undefined : moduleAt(place === '' ? name : `${place}/${name}`, places);
    const found = inside ?? moduleAt(place, places);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Where the module may be, as paths without extension. */
function placesOf(file: string, from: string, places: ModulePlaces): readonly string[] {
  const folder = folderOf(file);
  const dots = /^\.*/u.exec(from)?.[0].length ?? 0;
  const path = from.slice(dots).replaceAll('.', '/');
  const upwards =
    dots > 0
      ? [below(folder, `${'../'.repeat(dots - 1)}./${path}`)]
      : rootsOf(file, places).map((root) => below(root, path));
  return upwards.flatMap((one) => one ?? []);
}

function rootsOf(file: string, { isFile }: ModulePlaces): readonly string[] {
  const folders = foldersFrom(folderOf(file));
  const outside = folders.find((folder) => !isFile(folder === '' ? '__init__.py' : `${folder}/__init__.py`));
  return [...new Set(['', 'src', outside ?? '', folderOf(file)])];
}

function moduleAt(place: string, { isFile }: ModulePlaces): string | undefined {
  const inFolder = place === '' ? '__init__' : `${place}/__init__`;
  return [`${inFolder}.py`, `${place}.py`, `${place}.pyi`, `${inFolder}.pyi`].find(isFile);
}
