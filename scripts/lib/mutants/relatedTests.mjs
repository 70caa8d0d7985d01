// Which tests a source file is tested by: those that import it, the nearest first.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * @typedef {object} TestFile
 * @property {string} file
 * @property {boolean} wide it starts programs, or imports much of the product
 * @property {ReadonlyMap<string, number>} steps by imported file: over how many imports
 */

const wideShare = 0.3;

/**
 * @param {string} tree
 * @returns {TestFile[]}
 */
export function readImports(tree) {
  /** @type {Map<string, { files: string[], startsPrograms: boolean }>} */
  const read = new Map();
  /** @param {string} file */
  const importsOf = (file) => {
    const known = read.get(file);
    if (known) return known;
    const text = readFileSync(path.join(tree, file), 'utf8');
    const files = [
      ...text.matchAll(/(?:^(?:import|export)\b(?! type\b)[^'";]*?|import\()['"](\.[^'"]+)['"]/gm),
    ].flatMap(([, name = '']) => resolve(tree, file, name));
    const startsPrograms = file.startsWith('test/') && /['"]node:child_process['"]/.test(text);
    const found = { files, startsPrograms };
    read.set(file, found);
    return found;
  };
  const product = ['server/src', 'client/src'].flatMap((folder) =>
    readdirSync(path.join(tree, folder), { recursive: true, encoding: 'utf8' }),
  );
  return ['unit', 'property', 'corpus', 'lsp'].flatMap((folder) =>
    readdirSync(path.join(tree, 'test', folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.test.ts'))
      .map((name) => {
        const file = `test/${folder}/${name}`;
        const steps = walk(file, (one) => importsOf(one).files);
        const startsPrograms = [...steps.keys()].some((one) => importsOf(one).startsPrograms);
        return { file, steps, wide: startsPrograms || steps.size > wideShare * product.length };
      }),
  );
}

/**
 * @param {string} from
 * @param {(file: string) => readonly string[]} next
 */
function walk(from, next) {
  const steps = new Map([[from, 0]]);
  for (const [file, at] of steps) for (const one of next(file)) if (!steps.has(one)) steps.set(one, at + 1);
  return steps;
}

/**
 * @param {string} tree
 * @param {string} file
 * @param {string} name as it stands in the import
 * @returns {string[]} none: no source of ours
 */
function resolve(tree, file, name) {
  const base = path.posix.join(path.posix.dirname(file), name).replace(/\.js$/, '');
  const found = [`${base}.ts`, `${base}.tsx`].find((one) => existsSync(path.join(tree, one)));
  return found ? [found] : [];
}

/**
 * The tests of the source's own room come first, as many others reach it through a registry alone.
 * @param {readonly TestFile[]} tests
 * @param {string} source
 * @returns {{ near: string[], wide: string[] }}
 */
export function relatedTests(tests, source) {
  const [, room = 'client'] = /^server\/src\/(\w+)/.exec(source) ?? [];
  const related = tests
    .flatMap(({ file, wide, steps }) => {
      const at = steps.get(source);
      return at === undefined ? [] : [{ file, wide, at, size: steps.size, own: file.startsWith(`test/unit/${room}/`) }];
    })
    .sort((a, b) => Number(b.own) - Number(a.own) || a.at - b.at || a.size - b.size);
  return {
    near: related.filter(({ wide }) => !wide).map(({ file }) => file),
    wide: related.filter(({ wide }) => wide).map(({ file }) => file),
  };
}
