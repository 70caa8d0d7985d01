import type { ModulePlaces } from './modulePlaces.js';
import { below, folderOf, foldersFrom } from './modulePlaces.js';

/**
 * The files that an import of Python leads to: a module for each name that is one, and what the other names are taken from. Absolute
 * imports are looked for in the root, in `src`, beside the outermost package of the file, and beside the file.
 *
 * @see https://docs.python.org/3/reference/import.html
 */
export function resolvePython(
  file: string,
  from: string,
  names: readonly string[],
  places: ModulePlaces,
): readonly string[] {
  for (const place of placesOf(file, from, places)) {
    const own = moduleAt(place, places);
    const inside = names.map((name) => moduleAt(place === '' ? name : `${place}/${name}`, places));
    const found = inside.flatMap((one) => one ?? own ?? []);
    if (names.length > 0 && found.length > 0) return [...new Set(found)];
    if (own !== undefined) return [own];
  }
  return [];
}

/** Where the module may be, as paths without extension. */
function placesOf(file: string, from: string, places: ModulePlaces): readonly string[] {
  const folder = folderOf(file);
  const dots = /^\.*/u.exec(from)?.[0].length ?? 0;
  const path = from.slice(dots).replaceAll('.', '/');
  const upwards = dots > 0 ? [below(folder, `${'../'.repeat(dots - 1)}./${path}`)] : rootsOf(file, places).map((root) => below(root, path));
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
