// What esbuild does differently for our bundles.

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
