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

/**
 * The file of the innermost module that a path of Rust names.
 *
 * @see https://doc.rust-lang.org/reference/paths.html
 */
export function resolveRust(file: string, from: string, places: ModulePlaces): readonly string[] {
  const [first = '', ...rest] = from.split('::');
  const inside = modulesFolder(file);
  const crate = foldersFrom(folderOf(file)).find((folder) => places.isFile(join(folder, 'Cargo.toml')));
  const other = places.crates.get(first);
  const start =
    first === 'self'
      ? inside
      : first === 'crate'
        ? crate === undefined
          ? undefined
          : join(crate, 'src')
        : first === 'super'
          ? folderOf(inside)
          : other === undefined
            ? undefined
            : join(other, 'src');
  if (start === undefined) return [];
  const deeper = rest.flatMap((_, index) => moduleAt(join(start, rest.slice(0, rest.length - index).join('/')), places) ?? []);
  const root = other === undefined && first !== 'crate' ? [] : ['lib.rs', 'main.rs'].map((name) => join(start, name));
  const found = deeper[0] ?? root.find(places.isFile);
  return found === undefined || found === file ? [] : [found];
}

/** Where the modules that a file declares are. */
function modulesFolder(file: string): string {
  return file.replace(/(?:^|\/)(?:lib|main|mod)\.rs$|\.rs$/u, '');
}

function moduleAt(place: string, { isFile }: ModulePlaces): string | undefined {
  return [`${place}.rs`, `${place}/mod.rs`].find(isFile);
}

const join = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

/** Where the packages of Java begin, as the tools for building have it. */
const javaRoots = /^(?:.*\/)?src\/(?:\w+\/java|java)\/|^(?:.*\/)?src\//u;

/** The files of a class, or of all classes of a package, that an import of Java names. */
export function resolveJava(
  file: string,
  from: string,
  isPackage: boolean,
  { isFile, filesIn }: ModulePlaces,
): readonly string[] {
  const root = javaRoots.exec(file)?.[0] ?? '';
  const roots = [...new Set([root, root.replace('/test/', '/main/'), ''])];
  const parts = from.split('.');
  for (const one of roots) {
    const whole = `${one}${parts.join('/')}`;
    const inPackage = isPackage ? filesIn(whole).filter((path) => path.endsWith('.java')) : [];
    if (inPackage.length > 0) return inPackage;
    const found = parts.map((_, left) => `${one}${parts.slice(0, parts.length - left).join('/')}.java`).find(isFile);
    if (found !== undefined) return [found];
  }
  return [];
}
