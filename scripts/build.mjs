// Bundles the extension, its web views, the language server and the command line into dist/, each by itself.
// `--dev`: readable, with source maps. `npm run package` and the tests use the production form.
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, transform } from 'esbuild';
import { repository } from './lib/repository.mjs';

const development = process.argv.includes('--dev');
const dist = path.join(repository, 'dist');

const common = /** @satisfies {import('esbuild').BuildOptions} */ ({
  absWorkingDir: repository,
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minify: !development,
  sourcemap: development,
  legalComments: 'none',
  logLevel: 'warning',
  outdir: 'dist',
  write: false,
});

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

try {
  /** @type {{ outputFiles: { path: string, contents: Uint8Array }[] }[]} */
  const bundles = await Promise.all([
    build({
      ...common,
      entryPoints: ['client/src/extension.ts', 'client/src/languageClient.ts'],
      external: ['vscode'],
      plugins: [languageClientApart],
      // The extension host's own `vscode` is found by `require` alone.
      supported: { 'dynamic-import': false },
    }),
    build({ ...common, entryPoints: { server: 'server/src/doors/lsp.ts' } }),
    build({
      ...common,
      entryPoints: { 'webview/matrix': 'client/webview/matrix/main.ts' },
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
    bundleCommandLine(),
  ]);
  const files = bundles.flatMap(({ outputFiles }) => outputFiles);
  // Old files go last, so that an editor or a test that runs from dist/ never finds it empty.
  mkdirSync(dist, { recursive: true });
  for (const { path: file, contents } of files) {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
  }
  const written = new Set(files.map(({ path: file }) => file));
  for (const entry of readdirSync(dist, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (entry.isFile() && !written.has(file)) rmSync(file);
  }
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
  const split = await build({
    ...common,
    entryPoints: ['server/src/doors/cli.ts'],
    format: 'esm',
    splitting: true,
    chunkNames: 'cli-[name]-[hash]',
    sourcemap: development && 'inline',
  });
  const outputFiles = split.outputFiles.map(async ({ path: file, text }) => {
    const { code } = await transform(text, {
      format: 'cjs',
      platform: 'node',
      target: 'node20',
      minify: !development,
      sourcemap: development && 'inline',
      supported: { 'dynamic-import': false },
      logLevel: 'warning',
      ...(path.basename(file) === 'cli.js' ? { banner: '#!/usr/bin/env node' } : {}),
    });
    return { path: file, contents: Buffer.from(code) };
  });
  return { outputFiles: await Promise.all(outputFiles) };
}
