import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll } from 'vitest';

/**
 * Bundles the command line for the tests of a file, to be run as a process of its own.
 *
 * @param entryPoint another program that is made of its parts.
 * @param id what it takes itself for: only then it keeps what `lint` says.
 * @returns its path.
 */
export function bundledCli(entryPoint = 'server/src/doors/cli/main.ts', id?: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pactwright-cli-'));
  const file = path.join(folder, 'cli.js');
  beforeAll(async () => {
    await build({
      entryPoints: [entryPoint],
      bundle: true,
      platform: 'node',
      target: 'node20',
      format: 'cjs',
      outfile: file,
      loader: { '.md': 'text' },
      ...(id === undefined ? {} : { define: { PACTWRIGHT_BUILD: JSON.stringify(id) } }),
      // What tests share may be a part of a program, too; no test ends there.
      alias: { vitest: path.resolve('test/support/programs/withoutVitest.ts') },
      logLevel: 'error',
    });
  });
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return file;
}
