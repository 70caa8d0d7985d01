// Bundles the extension, the language server and the command line into dist/, each by itself.
// `--dev`: readable, with source maps. `npm run package` and the tests use the production form.
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { repository } from './lib/repository.mjs';

const development = process.argv.includes('--dev');
const dist = path.join(repository, 'dist');

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: repository,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: !development,
  sourcemap: development,
  legalComments: 'none',
  logLevel: 'warning',
};

/**
 * The client's second bundle, loaded by the first when it is needed: activation does not read vscode-languageclient.
 * @type {import('esbuild').Plugin}
 */
const languageClientApart = {
  name: 'language-client-apart',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/languageClient\.js$/ }, ({ kind, path: wanted }) =>
      kind === 'dynamic-import' ? { path: wanted, external: true } : undefined,
    );
  },
};

rmSync(dist, { recursive: true, force: true });
try {
  await Promise.all([
    build({
      ...common,
      entryPoints: ['client/src/extension.ts', 'client/src/languageClient.ts'],
      outdir: 'dist',
      external: ['vscode'],
      plugins: [languageClientApart],
      // The extension host's own `vscode` is found by `require` alone.
      supported: { 'dynamic-import': false },
    }),
    build({ ...common, entryPoints: ['server/src/doors/lsp.ts'], outfile: 'dist/server.js' }),
    bundleCommandLine(),
  ]);
  chmodSync(path.join(dist, 'cli.js'), 0o755);
} catch (error) {
  process.exitCode = 1;
  // esbuild has said what is wrong in the sources, and where.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
}

/**
 * The command line is started afresh for every call, so what a call may not need (YAML, Gherkin, git) is in files of its own,
 * read when it is. esbuild splits ES modules only, and Node reads CommonJS faster: hence two steps.
 */
async function bundleCommandLine() {
  const { outputFiles } = await build({
    ...common,
    entryPoints: ['server/src/doors/cli.ts'],
    outdir: 'dist',
    format: 'esm',
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    sourcemap: development && 'inline',
    write: false,
  });
  mkdirSync(dist, { recursive: true });
  for (const file of outputFiles) {
    const isEntry = path.basename(file.path) === 'cli.js';
    const { code } = await transform(file.text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: !development,
      sourcemap: development && 'inline',
      supported: { 'dynamic-import': false },
      logLevel: 'warning',
      ...(isEntry ? { banner: '#!/usr/bin/env node' } : {}),
    });
    writeFileSync(file.path, code);
  }
}
