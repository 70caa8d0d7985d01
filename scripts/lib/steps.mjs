// The steps of `npm test`, each answering with results.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from '../host/browser.mjs';
import { codeServerBackEnd } from '../host/codeServerBackEnd.mjs';
import { runSuite } from '../host/suite.mjs';
import { hostVersion } from '../host/versions.mjs';
import { cleanEnvironment, run } from './processes.mjs';
import { failedFiles, mergeResults, readReport } from './report.mjs';
import { repository } from './repository.mjs';

/** @typedef {import('./report.mjs').TestResult} TestResult */
/** @typedef {{ heading: string, needsBuild?: boolean, results: () => Promise<TestResult[]> }} Step */

const bin = (/** @type {string} */ name) => path.join(repository, 'node_modules/.bin', name);

/**
 * What every change must pass, in groups: steps of one may run at the same time.
 * @type {readonly (readonly Step[])[]}
 */
export const steps = [
  [
    // The one that takes longest comes first.
    check('ESLint', bin('eslint'), ['.', '--max-warnings', '0']),
    check('format', bin('prettier'), ['--check', '.']),
    check('types', bin('tsc'), ['--build']),
    check('import direction', 'npm', ['run', '--silent', 'imports']),
    check('unused code', bin('knip'), []),
    check('generated files are up to date', process.execPath, ['scripts/generate.mjs', '--check']),
  ],
  [check('build', process.execPath, ['scripts/build.mjs'])],
  [vitest('unit, property, corpus and server tests', 'vitest.config.ts', { needsBuild: true })],
  [host('newest')],
  [check('package', 'npm', ['run', '--silent', 'package'], { needsBuild: true })],
  [vitest('workbench', 'vitest.ui.config.ts', { needsBuild: true, needsBrowser: true, tries: 2 })],
];

/**
 * What takes longer or measures.
 * @param {import('./longParts.mjs').LongParts} [parts] all where it is left out
 * @returns {readonly (readonly Step[])[]}
 */
export function longSteps(parts) {
  const { tests = [], host: isHost = true, benchmarks = true } = parts ?? {};
  const some = !parts || tests.length > 0;
  return [
    [check('build', process.execPath, ['scripts/build.mjs'])],
    some ? [vitest('cheats, and what runs tests for minutes', 'vitest.long.config.ts', { files: tests })] : [],
    isHost ? [host('oldest')] : [],
    benchmarks ? [vitest('benchmarks', 'vitest.bench.config.ts', { needsBuild: true })] : [],
  ];
}

/**
 * A program that passes by ending with 0.
 * @param {string} heading
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ needsBuild?: boolean }} [options]
 * @returns {Step}
 */
function check(heading, program, args, options = {}) {
  return {
    heading,
    ...options,
    async results() {
      const { code, output } = await run(program, args, { cwd: repository, env: cleanEnvironment() });
      return [code === 0 ? { title: heading, state: 'passed' } : { title: heading, state: 'failed', error: output }];
    },
  };
}

/**
 * @param {string} heading
 * @param {string} config
 * @param {{ needsBuild?: boolean, needsBrowser?: boolean, tries?: 1 | 2, files?: readonly string[] }} [options] files: see
 *   `runVitest`; tries: with 2 the files with a failure are run
 *   once more: a workbench that is busy loses a click now and then, as it does a person's, who clicks again
 * @returns {Step}
 */
function vitest(heading, config, { needsBrowser = false, tries = 1, files: only = [], ...options } = {}) {
  return {
    heading,
    ...options,
    async results() {
      const skipped = needsBrowser ? await withoutBrowser(heading) : undefined;
      if (skipped) return skipped;
      const first = await runVitest(heading, config, only);
      const files = tries > 1 ? failedFiles(first, heading) : [];
      return files.length > 0 ? mergeResults(first, await runVitest(heading, config, files)) : first;
    },
  };
}

/**
 * @param {string} heading
 * @param {string} config
 * @param {readonly string[]} files the only ones to run; none: all
 * @returns {Promise<TestResult[]>}
 */
async function runVitest(heading, config, files) {
  const file = path.join(repository, 'out/results', `${heading.replaceAll(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter', 'dot', '--reporter', path.join(repository, 'scripts/lib/vitestReporter.mjs')];
  const { code } = await run(bin('vitest'), ['run', '--config', config, ...reporters, ...files], {
    cwd: repository,
    env: cleanEnvironment({ PACTWRIGHT_RESULTS: file }),
    echo: true,
  });
  return readReport(file, heading, `vitest ended with ${code}.`);
}

/**
 * @param {string} name of a host version
 * @returns {Step}
 */
function host(name) {
  const heading = `inside VS Code ${hostVersion(name).vscode}`;
  return {
    heading,
    needsBuild: true,
    async results() {
      const skipped = await withoutBrowser(heading);
      if (skipped) return skipped;
      const backEnd = await codeServerBackEnd(name);
      const results = await runSuite(backEnd).finally(() => backEnd.close());
      return results.map((result) => ({ ...result, title: `${heading}: ${result.title}` }));
    },
  };
}

/**
 * @param {string} heading
 * @returns {Promise<TestResult[] | undefined>} undefined where there is a browser
 */
async function withoutBrowser(heading) {
  try {
    await findBrowser();
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ title: heading, state: 'skipped', reason }];
  }
}
