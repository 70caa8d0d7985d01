/** What an import says. */
export interface ImportSaid {
  /** The module, as the file writes it. */
  readonly from: string;
  /** What is taken of it, where that may be a module in turn. */
  readonly name?: string | undefined;
}

/** What the resolution of imports asks of a project. Paths are relative to its root, with `/`; the root is empty. */
export interface ModulePlaces {
  readonly isFile: (path: string) => boolean;
  /** The files directly in a folder. */
  readonly filesIn: (folder: string) => readonly string[];
  /** By the folder of the `tsconfig.json` or `jsconfig.json`. */
  readonly aliases: ReadonlyMap<string, PathAliases>;
  /** By the name of the package. */
  readonly packages: ReadonlyMap<string, NodePackage>;
  /** Of all packages, those without a name too: by their folder. */
  readonly packageIn: ReadonlyMap<string, NodePackage>;
  /** By the folder of the `go.mod`: the path of the module. */
  readonly goModules: ReadonlyMap<string, string>;
  /** By the name that code uses: the folder of the crate. */
  readonly crates: ReadonlyMap<string, string>;
}

/** The settings `baseUrl` and `paths` of TypeScript. */
export interface PathAliases {
  /** What is not relative may be below it; undefined if nothing is. */
  readonly baseUrl?: string;
  /** What `paths` are relative to. */
  readonly base: string;
  readonly paths: Readonly<Record<string, readonly string[]>>;
}

export interface NodePackage {
  readonly folder: string;
  /** `main`, `module` and such: the file for the package itself, in the order they are tried. */
  readonly entries: readonly string[];
  /** The fields of these names, as they are in `package.json`. */
  readonly exports: unknown;
  readonly imports: unknown;
}

/** The folder of a path; empty for the root. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** A path below a folder, `.` and `..` resolved; undefined if it leads out of the project. */
export function below(folder: string, relative: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/** The folder and those it is in, innermost first; the root, which is empty, last. */
export function foldersFrom(folder: string): readonly string[] {
  const all = [folder];
  for (let one = folder; one !== ''; one = folderOf(one)) all.push(folderOf(one));
  return all;
}
