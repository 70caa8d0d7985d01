import * as v from 'valibot';
import { parseJson, parseJsonWithComments } from '../../base/json.js';
import { maybe, object, read } from '../../base/schema.js';
import { groupBy } from '../../base/groupBy.js';
import { below, folderOf, type ModulePlaces, type NodePackage, type PathAliases } from './modulePlaces.js';

/** Whether a file says how imports are resolved. */
export function isModuleSettings(path: string): boolean {
  return /(?:^|\/)(?:package\.json|[jt]sconfig(?:\.[\w-]+)*\.json|go\.mod|Cargo\.toml)$/u.test(path);
}

const strings = v.array(v.string());
const packageSchema = object({
  name: maybe(v.string()),
  main: maybe(v.string()),
  module: maybe(v.string()),
  source: maybe(v.string()),
  types: maybe(v.string()),
  exports: maybe(v.unknown()),
  imports: maybe(v.unknown()),
});
const settingsSchema = object({
  extends: maybe(v.union([v.string(), strings])),
  compilerOptions: maybe(object({ baseUrl: maybe(v.string()), paths: maybe(v.record(v.string(), strings)) })),
});

/**
 * What there is to resolve imports by.
 *
 * @param paths of all files, relative to the root, with `/`.
 * @param settings the texts of those of them that say how (`isModuleSettings`).
 */
export function readPlaces(paths: readonly string[], settings: ReadonlyMap<string, string>): ModulePlaces {
  const files = new Set(paths);
  const folders = groupBy(paths, folderOf);
  const packages = [...settings].flatMap(([path, text]) =>
    path.endsWith('package.json') ? packageOf(path, text) : [],
  );
  return {
    isFile: (path) => files.has(path),
    filesIn: (folder) => folders.get(folder) ?? [],
    aliases: aliasesOf(settings),
    packages: new Map(packages.flatMap(({ name, found }) => (name === undefined ? [] : [[name, found]]))),
    packageIn: new Map(packages.map(({ found }) => [found.folder, found])),
    goModules: ofFiles(settings, 'go.mod', (folder, text) => {
      const name = /^module\s+"?([^\s"]+)/mu.exec(text)?.[1];
      return name === undefined ? [] : [[folder, name]];
    }),
    crates: ofFiles(settings, 'Cargo.toml', (folder, text) => {
      const name = /^\[package\][^[]*?^name\s*=\s*"([\w-]+)"/mu.exec(text)?.[1];
      return name === undefined ? [] : [[name.replaceAll('-', '_'), folder]];
    }),
  };
}

function packageOf(
  path: string,
  text: string,
): readonly { readonly name: string | undefined; readonly found: NodePackage }[] {
  const said = read(packageSchema, parseJson(text));
  if (!said) return [];
  const { name, source, module, main, types, exports, imports } = said;
  const entries = [source, module, main, types].flatMap((entry) => entry ?? []);
  return [{ name, found: { folder: folderOf(path), entries, exports, imports } }];
}

/** `tsconfig.json` counts before `jsconfig.json`; what a file says itself, before what it extends. */
function aliasesOf(settings: ReadonlyMap<string, string>): ReadonlyMap<string, PathAliases> {
  const ownFiles = [...settings.keys()].filter((path) => /(?:^|\/)[jt]sconfig\.json$/u.test(path)).sort();
  return new Map(
    ownFiles.flatMap((path) => {
      const aliases = aliasesIn(path, settings, new Set());
      return aliases ? [[folderOf(path), aliases]] : [];
    }),
  );
}

function aliasesIn(
  path: string,
  settings: ReadonlyMap<string, string>,
  seen: ReadonlySet<string>,
): PathAliases | undefined {
  const said = seen.has(path) ? undefined : read(settingsSchema, parseJsonWithComments(settings.get(path) ?? ''));
  if (!said) return undefined;
  const folder = folderOf(path);
  const extended = [said.extends ?? []].flat().reverse();
  const inherited = extended
    .flatMap((one) => [one, `${one}.json`].flatMap((name) => (name.startsWith('.') ? (below(folder, name) ?? []) : [])))
    .flatMap((one) => aliasesIn(one, settings, new Set([...seen, path])) ?? [])[0];
  const { baseUrl: ownBase, paths } = said.compilerOptions ?? {};
  const baseUrl = ownBase === undefined ? inherited?.baseUrl : below(folder, ownBase);
  if (paths === undefined && baseUrl === undefined) return inherited;
  return {
    ...(baseUrl === undefined ? {} : { baseUrl }),
    base: paths === undefined ? (inherited?.base ?? folder) : (baseUrl ?? folder),
    paths: paths ?? inherited?.paths ?? {},
  };
}

function ofFiles(
  settings: ReadonlyMap<string, string>,
  name: string,
  use: (folder: string, text: string) => readonly (readonly [string, string])[],
): ReadonlyMap<string, string> {
  return new Map(
    [...settings].flatMap(([path, text]) =>
      path === name || path.endsWith(`/${name}`) ? use(folderOf(path), text) : [],
    ),
  );
}
