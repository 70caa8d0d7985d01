// Which of vitest's three projects a test file is in. The file itself says it, by what it loads; there is no list to keep.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { loadedBy } from './importGraph.mjs';
import { repository } from './repository.mjs';

/** @typedef {'pure' | 'mocked' | 'wide'} TestProject */

/** What starts programs, and the doors with all that is behind them. */
const programs = new Set([
  'child_process',
  'worker_threads',
  'esbuild',
  path.join(repository, 'server/src/doors/cli/run.ts'),
  path.join(repository, 'server/src/doors/lsp/languageServer.ts'),
]);

const replacesModules = /^\s*vi\.(?:mock|doMock)\(/mu;

/**
 * `mocked`: replaces modules, so that nothing may be loaded before it. `wide`: starts programs, or a whole door. `pure`: the rest.
 * @param {string} file absolute
 * @returns {TestProject}
 */
function projectOf(file) {
  const loaded = loadedBy(file);
  const own = [...loaded].filter((one) => one.startsWith(path.join(repository, 'test')));
  if (own.some((one) => replacesModules.test(readFileSync(one, 'utf8')))) return 'mocked';
  return [...loaded].some((one) => programs.has(one)) ? 'wide' : 'pure';
}

/**
 * The test files of `npm test` by project, by path from the repository's root.
 * @returns {Readonly<Record<TestProject, readonly string[]>>}
 */
export function testsByProject() {
  /** @type {Record<TestProject, string[]>} */
  const found = { pure: [], mocked: [], wide: [] };
  for (const folder of ['unit', 'property', 'corpus', 'lsp', 'cheats'])
    for (const name of readdirSync(path.join(repository, 'test', folder), { encoding: 'utf8', recursive: true }))
      if (name.endsWith('.test.ts')) {
        const file = path.posix.join('test', folder, name.split(path.sep).join('/'));
        found[projectOf(path.join(repository, file))].push(file);
      }
  return found;
}
