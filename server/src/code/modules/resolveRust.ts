import { folderOf, foldersFrom, type ModulePlaces } from './modulePlaces.js';

/**
 * The file of the innermost module that a path of Rust names.
 *
 * @see https://doc.rust-lang.org/reference/paths.html
 */
export function resolveRust(file: string, from: string, places: ModulePlaces): string | undefined {
  const [first = '', ...rest] = from.split('::');
  const start = startOf(first, file, places);
  if (start === undefined) return undefined;
  const deeper = rest.map((_, index) => moduleAt(join(start, rest.slice(0, rest.length - index).join('/')), places));
  const isCrate = first !== 'self' && first !== 'super';
  const root = isCrate ? ['lib.rs', 'main.rs'].map((name) => join(start, name)).find(places.isFile) : undefined;
  return deeper.find((found) => found !== undefined) ?? root;
}

/** The folder with the modules that a path goes on from; undefined for a crate from outside. */
function startOf(first: string, file: string, places: ModulePlaces): string | undefined {
  if (first === 'self') return modulesFolder(file);
  if (first === 'super') return folderOf(modulesFolder(file));
  const crate =
    first === 'crate'
      ? foldersFrom(folderOf(file)).find((folder) => places.isFile(join(folder, 'Cargo.toml')))
      : places.crates.get(first);
  return crate === undefined ? undefined : join(crate, 'src');
}

/** Where the modules that a file declares are. */
function modulesFolder(file: string): string {
  return file.replace(/(?:^|\/)(?:lib|main|mod)\.rs$|\.rs$/u, '');
}

function moduleAt(place: string, { isFile }: ModulePlaces): string | undefined {
  return [`${place}.rs`, `${place}/mod.rs`].find(isFile);
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);
