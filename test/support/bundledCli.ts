import { createHash } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { beforeAll } from 'vitest';
import { treeSitterApart } from '../../scripts/lib/buildPlugins.mjs';

/**
 * Bundles the command line for the tests of a file, to be run as a process of its own. Whoever needs it first makes it, for all files of
 * a run; it goes with the folder of all that tests make.
 *
 * @param entryPoint another program that is made of its parts.
 * @param id what it takes itself for: only then it keeps what `lint` says.
 * @returns its path.
 */
export function bundledCli(entryPoint = 'server/src/doors/cli/main.ts', id?: string): string {
  const name = createHash('sha256')
    .update(JSON.stringify([entryPoint, id]))
    .digest('hex')
    .slice(0, 16);
  const file = path.join(os.tmpdir(), `pactwright-cli-${name}.js`);
  beforeAll(async () => {
    if (existsSync(file)) return;
    const unfinished = `${file}.${process.pid}`;
    await build({
      entryPoints: [entryPoint],
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      outfile: unfinished,
      loader: { '.md': 'text' },
      plugins: [treeSitterApart(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm/tree-sitter.js'))],
      define: {
        PACTWRIGHT_GRAMMARS: JSON.stringify(path.resolve('node_modules/@vscode/tree-sitter-wasm/wasm')),
        ...(id === undefined ? {} : { PACTWRIGHT_BUILD: JSON.stringify(id) }),
      },
      // What tests share may be a part of a program, too; no test ends there.
      alias: {
        vitest: path.resolve('test/support/programs/withoutVitest.ts'),
        // As in scripts/build.mjs.
        'jsonc-parser': 'jsonc-parser/lib/esm/main.js',
      },
      logLevel: 'error',
    });
    renameSync(unfinished, file);
  });
  return file;
}
