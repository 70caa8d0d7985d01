// What esbuild does differently for our bundles.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

/**
 * tree-sitter's script stays a file of its own: it looks for Node's `require` in ways that a bundle breaks.
 *
 * @param {string} file where it is: relative to the bundle, or absolute.
 * @returns {import('esbuild').Plugin}
 */
export function treeSitterApart(file) {
  return {
    name: 'tree-sitter-apart',
    setup({ onResolve }) {
      onResolve({ filter: /^@vscode\/tree-sitter-wasm$/ }, () => ({ path: file, external: true }));
    },
  };
}

/**
 * Modules of Node that take long to load, and of which most runs use nothing: each is loaded when something of it is asked for.
 *
 * @type {import('esbuild').Plugin}
 */
export const builtinsLate = {
  name: 'builtins-late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:(?:child_process|fs\/promises|net|timers\/promises|zlib)$/ }, ({ path: name, kind }) =>
      kind === 'import-statement' ? { path: name, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, async ({ path: name }) => {
      const { default: exported } = /** @type {{ default: object }} */ (await import(name));
      const getters = Object.keys(exported).map(
        (key) => `get ${key}() { return (loaded ??= require('${name}')).${key}; }`,
      );
      return { contents: `let loaded;\nmodule.exports = { ${getters.join(', ')} };` };
    });
  },
};

const shims = '@modelcontextprotocol/server/_shims';

/**
 * The SDK for agents' servers brings a validator of JSON Schema, which takes a fifth of its start and a third of its size. It validates
 * the answers to forms, and our server sends none.
 *
 * @type {import('esbuild').Plugin}
 */
export const withoutValidator = {
  name: 'without-validator',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^${shims}$`) }, () => ({ path: shims, namespace: 'without-validator' }));
    onLoad({ filter: /.*/, namespace: 'without-validator' }, () => ({
      contents: `
        export { default as process } from 'node:process';
        export class DefaultJsonSchemaValidator {
          getValidator() {
            throw new Error('The server sends no forms, so it has no validator for their answers.');
          }
        }`,
    }));
  },
};

const prose = ['why', 'fix', 'pactkit'];
const definers = ['defineRule', 'defineEntryRule', 'defineProjectRule'];

/**
 * Rules without what is written about them: whoever shows that reads a table of its own (`ruleProse.ts`).
 *
 * @type {import('esbuild').Plugin}
 */
export const withoutProse = {
  name: 'without-prose',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]rules[\\/]\w+[\\/][A-Z]+\d+-[\w-]+\.ts$/ }, ({ path: file }) => ({
      contents: textWithoutProse(file, readFileSync(file, 'utf8')),
      loader: 'ts',
    }));
  },
};

/**
 * @param {string} file
 * @param {string} text
 * @throws if a part is not found, or is made by code that would stay.
 */
export function textWithoutProse(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  /** @type {ts.PropertyAssignment[]} */
  const found = [];
  const look = (/** @type {ts.Node} */ node) => {
    const [rule] =
      ts.isCallExpression(node) && definers.includes(node.expression.getText(source)) ? node.arguments : [];
    if (rule && ts.isObjectLiteralExpression(rule))
      for (const property of rule.properties)
        if (ts.isPropertyAssignment(property) && prose.includes(property.name.getText(source))) found.push(property);
    ts.forEachChild(node, look);
  };
  look(source);
  const missing = prose.filter((name) => !found.some((property) => property.name.getText(source) === name));
  if (missing.length > 0) throw new Error(`${file}: its rule has no ${missing.join(', ')} of its own`);
  let left = text;
  // Spaces keep every place as it was, for source maps.
  for (const property of found) {
    const [start, end] = [property.getStart(source), property.end + (text[property.end] === ',' ? 1 : 0)];
    left = left.slice(0, start) + text.slice(start, end).replace(/[^\n]/g, ' ') + left.slice(end);
  }
  return left;
}
