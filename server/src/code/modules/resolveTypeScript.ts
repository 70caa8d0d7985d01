import { type Fields, fieldsOf } from '../../base/json.js';
import { below, folderOf, foldersFrom, type ModulePlaces, type NodePackage } from './modulePlaces.js';

/** In the order they are tried: what a declaration describes counts before the declaration. */
const extensions = ['.ts', '.tsx', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.json', '.vue', '.svelte'].concat([
  '.d.ts',
  '.d.mts',
  '.d.cts',
]);

/** What an import may name although a compiler makes it of another file. */
const madeFrom: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
  '.cjs': ['.cts'],
};

/**
 * The file of the project that an import of TypeScript or JavaScript leads to; undefined for a package from outside, or where there
 * is none.
 *
 * @see https://www.typescriptlang.org/docs/handbook/modules/reference.html and https://nodejs.org/api/packages.html
 */
export function resolveTypeScript(file: string, from: string, places: ModulePlaces): string | undefined {
  const wanted = from.replace(/[?!].*$/u, '');
  if (/^\.{0,2}\//u.test(wanted) || /^\.{1,2}$/u.test(wanted)) {
    const place = below(wanted.startsWith('/') ? '' : folderOf(file), wanted);
    return place === undefined ? undefined : fileAt(place, places);
  }
  return (
    byAlias(file, wanted, places) ??
    (wanted.startsWith('#') ? byOwnName(file, wanted, places) : byPackage(wanted, places))
  );
}

/** The file that a path without or with another extension means, or that of the folder. */
function fileAt(place: string, places: ModulePlaces): string | undefined {
  const { isFile } = places;
  const dot = /\.[cm]?jsx?$/u.exec(place)?.[0] ?? '';
  const bare = place.slice(0, place.length - dot.length);
  const sources = (madeFrom[dot] ?? []).map((extension) => `${bare}${extension}`);
  const declared = dot === '' ? [] : [`${bare}.d.${dot.slice(1).replace('js', 'ts').replace('x', '')}`];
  const found = [...sources, place, ...declared, ...extensions.map((extension) => `${place}${extension}`)].find(isFile);
  if (found !== undefined) return found;
  const entries = places.packageIn.get(place)?.entries.flatMap((entry) => below(place, entry) ?? []) ?? [];
  const index = place === '' ? 'index' : `${place}/index`;
  return (
    entries.flatMap((entry) => [entry, ...extensions.map((extension) => `${entry}${extension}`)]).find(isFile) ??
    extensions.map((extension) => `${index}${extension}`).find(isFile)
  );
}

function byAlias(file: string, wanted: string, places: ModulePlaces): string | undefined {
  const folder = foldersFrom(folderOf(file)).find((one) => places.aliases.has(one));
  const aliases = folder === undefined ? undefined : places.aliases.get(folder);
  if (!aliases) return undefined;
  const { base, baseUrl, paths } = aliases;
  const pattern = mostExact(Object.keys(paths), wanted);
  const targets =
    pattern === undefined
      ? []
      : (paths[pattern] ?? []).flatMap((one) => below(base, filled(one, pattern, wanted)) ?? []);
  const belowBase = baseUrl === undefined ? undefined : below(baseUrl, wanted);
  return firstOf([...targets, ...(belowBase === undefined ? [] : [belowBase])], places);
}

/** A package of the same repository, by its name. */
function byPackage(wanted: string, places: ModulePlaces): string | undefined {
  const name = /^(?:@[^/]+\/)?[^/]+/u.exec(wanted)?.[0] ?? wanted;
  const found = places.packages.get(name);
  if (!found) return undefined;
  const rest = wanted.slice(name.length);
  const exported = found.exports === undefined ? undefined : mapped(subpaths(found.exports), `.${rest}`);
  const targets = exported ?? (rest === '' ? ['.'] : [rest]);
  return firstOf(
    targets.flatMap((one) => below(found.folder, one) ?? []),
    places,
  );
}

/** `#name`: what the nearest package calls so itself. */
function byOwnName(file: string, wanted: string, places: ModulePlaces): string | undefined {
  const own = nearestPackage(file, places);
  const targets = own?.imports === undefined ? undefined : mapped(subpaths(own.imports), wanted);
  return (
    own &&
    firstOf(
      (targets ?? []).flatMap((one) => below(own.folder, one) ?? []),
      places,
    )
  );
}

function nearestPackage(file: string, { packageIn }: ModulePlaces): NodePackage | undefined {
  const folder = foldersFrom(folderOf(file)).find((one) => packageIn.has(one));
  return folder === undefined ? undefined : packageIn.get(folder);
}

function firstOf(candidates: readonly string[], places: ModulePlaces): string | undefined {
  for (const candidate of candidates) {
    const found = fileAt(candidate, places);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The `exports` of a package by subpath: what is written for `.` alone counts as that. */
function subpaths(field: unknown): Fields {
  const table = fieldsOf(field);
  return table && Object.keys(table).some((key) => /^[.#]/u.test(key)) ? table : { '.': field };
}

function mapped(table: Readonly<Record<string, unknown>>, wanted: string): readonly string[] | undefined {
  const pattern = mostExact(Object.keys(table), wanted);
  return pattern === undefined ? undefined : targetsOf(table[pattern]).map((target) => filled(target, pattern, wanted));
}

/** All files that some condition leads to, declarations last. */
function targetsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  const conditions = Object.entries(value).sort(
    ([one], [other]) => Number(one === 'types') - Number(other === 'types'),
  );
  return conditions.flatMap(([, target]) => targetsOf(target));
}

/** The pattern that fits with the longest text before its `*`. */
function mostExact(patterns: readonly string[], wanted: string): string | undefined {
  const fits = patterns.filter((pattern) => {
    const [before = '', after] = pattern.split('*', 2);
    if (after === undefined) return pattern === wanted;
    return wanted.length >= pattern.length - 1 && wanted.startsWith(before) && wanted.endsWith(after);
  });
  return fits.sort((a, b) => b.indexOf('*') - a.indexOf('*')).find((one) => !one.includes('*')) ?? fits[0];
}

/** Puts what `*` of the pattern stands for into a target. */
function filled(target: string, pattern: string, wanted: string): string {
  const [before = '', after = ''] = pattern.split('*', 2);
  return pattern.includes('*')
    ? target.replaceAll('*', wanted.slice(before.length, wanted.length - after.length))
    : target;
}
