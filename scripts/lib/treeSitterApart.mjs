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
