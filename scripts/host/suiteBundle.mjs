// The host suite as the extension host can load it.
import path from 'node:path';
import { build } from 'esbuild';
import { repository } from '../lib/repository.mjs';
import { scenes } from './scenes.mjs';

/** The module whose `run` the extension host calls. */
export const suiteRunner = path.join(repository, 'out/host/run.js');

/** Bundles the runner and one file per suite into out/host. */
export async function bundleSuite() {
  await build({
    absWorkingDir: repository,
    entryPoints: [
      'run',
      'suite/loaded.test',
      ...scenes.flatMap(({ suites }) => suites.map((name) => `suite/${name}.test`)),
    ].map((name) => `test/host/${name}.ts`),
    outdir: 'out/host',
    outbase: 'test/host',
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
}
