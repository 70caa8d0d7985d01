// Which file loads which, read from the import lines alone: half a second for all there is.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

const form = /^(?:import|export)\s+(?!type\b)(?:[^'";]*?\bfrom\s*)?'(?<still>[^']+)'|\bimport\(\s*'(?<late>[^']+)'/gmu;
/** Where a module's own lines begin: imports in a text below are those of a program in it. */
const body = /^(?:export (?:default )?)?(?:abstract|async|class|const|enum|function|interface|let|type)\b/mu;

/** @type {Map<string, readonly string[]>} */
const known = new Map();
/** @type {Map<string, ReadonlySet<string>>} */
const reached = new Map();

/**
 * What a module loads: files by absolute path, packages and modules of Node by name. Types alone are not loaded.
 * @param {string} file absolute
 * @returns {readonly string[]}
 */
export function importsOf(file) {
  const before = known.get(file);
  if (before) return before;
  const text = /\.[cm]?[jt]sx?$/u.test(file) ? readFileSync(file, 'utf8') : '';
  const end = text.search(body);
  const found = [...text.matchAll(form)].flatMap(({ index, groups: { still, late } = {} }) => {
    const isText = end !== -1 && index > end && text.startsWith('import ', index);
    const target = isText ? undefined : resolved(file, still ?? late ?? '');
    return target === undefined ? [] : [target];
  });
  known.set(file, found);
  return found;
}

/**
 * A module and all that loading it can load.
 * @param {string} file absolute
 * @returns {ReadonlySet<string>}
 */
export function loadedBy(file) {
  const before = reached.get(file);
  if (before) return before;
  const seen = new Set([file]);
  for (const one of seen) if (path.isAbsolute(one)) for (const next of importsOf(one)) seen.add(next);
  reached.set(file, seen);
  return seen;
}

/**
 * As above, but not what is loaded by another module only for its list of everything in a room: its registry. All tests of a room
 * load that, whatever they are about.
 * @param {string} file absolute; a registry that it names itself is looked into
 * @returns {ReadonlySet<string>}
 */
export function loadedBesideRegistries(file) {
  const own = importsOf(file);
  const seen = new Set([file]);
  for (const one of seen)
    if (path.isAbsolute(one) && (own.includes(one) || path.basename(one) !== 'registry.ts'))
      for (const next of importsOf(one)) seen.add(next);
  return seen;
}

/**
 * @param {string} from absolute
 * @param {string} name
 * @returns {string | undefined} undefined where there is no such file: the line is part of a text
 */
function resolved(from, name) {
  if (!name.startsWith('.')) return name.replace(/^node:/u, '');
  const file = path.resolve(path.dirname(from), name);
  const source = file.replace(/\.(m?)js$/u, '.$1ts');
  return [file, source, `${source}x`].find((one) => existsSync(one));
}
