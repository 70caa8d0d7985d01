import { createRequire } from 'node:module';
import { build } from 'esbuild';

/**
 * Modules whose exports are plain data are evaluated when they are bundled: the bundle has the data, and none of the code that it
 * comes from.
 *
 * @param {RegExp} filter their paths.
 * @param {import('esbuild').BuildOptions} options how their code is bundled.
 * @returns {import('esbuild').Plugin}
 */
export function evaluated(filter, options) {
  return {
    name: 'evaluated',
    setup({ onLoad }) {
      onLoad({ filter }, async ({ path: file }) => {
        const { outputFiles, metafile } = await build({
          ...options,
          entryPoints: [file],
          bundle: true,
          platform: 'node',
          format: 'cjs',
          write: false,
          metafile: true,
          sourcemap: false,
        });
        /** @type {{ exports: Record<string, unknown> }} */
        const module = { exports: {} };
        new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '')(
          module,
          module.exports,
          createRequire(file),
        );
        const lines = Object.entries(module.exports).map(
          ([name, value]) => `export const ${name} = JSON.parse(${JSON.stringify(JSON.stringify(value))});`,
        );
        return { contents: lines.join('\n'), loader: 'js', watchFiles: Object.keys(metafile.inputs) };
      });
    },
  };
}
