// The steps of `npm test`, each answering with results.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { findBrowser } from '../host/browser.mjs';
import { codeServerBackEnd } from '../host/codeServerBackEnd.mjs';
import { installHost } from '../host/install.mjs';
import { runSuite } from '../host/suite.mjs';
import { hostVersion } from '../host/versions.mjs';
import { changedSince, landedBefore } from './changes.mjs';
import { cleanEnvironment, run } from './processes.mjs';
import { failedFiles, mergeResults, readKnownRaces, readReport } from './report.mjs';
import { repository } from './repository.mjs';

/** @typedef {import('./report.mjs').TestResult} TestResult */
/** @typedef {{ heading: string, needsBuild?: boolean, results: () => Promise<TestResult[]> }} Step */

/** Says that what runs in VS Code is left out on purpose: the lack of a browser or of VS Code alone is a failure. */
const leaveOut = '--without-ui';

const bin = (/** @type {string} */ name) => path.join(repository, 'node_modules/.bin', name);

/**
 * What every change must pass, in groups: steps of one may run at the same time.
 * @type {readonly (readonly Step[])[]}
 */
export const steps = [
  [
    // The one that takes longest comes first.
    check('lint', bin('oxlint'), ['--deny-warnings']),
    changedFormat('format'),
    check('types', bin('tsc'), ['--build']),
    check('import direction', 'npm', ['run', '--silent', 'imports']),
    check('unused code', bin('knip'), []),
    check('generated files are up to date', process.execPath, ['scripts/generate.mjs', '--check']),
  ],
  [check('build', process.execPath, ['scripts/build.mjs'])],
  [vitest('unit, property, corpus and server tests', 'vitest.config.mts', { needsBuild: true })],
  [host('newest', { core: true })],
  [check('package', process.execPath, ['scripts/package.mjs'], { needsBuild: true })],
  [workbench('workbench', ['test/ui/core'])],
];

/**
 * What takes longer or measures.
 * @param {import('./longParts.mjs').LongParts} parts
 * @param {readonly string[]} [changed] what has changed; all where it is left out
 * @returns {readonly (readonly Step[])[]}
 */
export function longSteps({ tests, workbench: views, newest, oldest, benchmarks }, changed) {
  const code = changed?.filter(
    (name) => /\.(?:m?ts|tsx|mjs|js)$/u.test(name) && existsSync(path.join(repository, name)),
  );
  const only = (/** @type {readonly unknown[]} */ list, /** @type {() => Step} */ step) =>
    list.length > 0 ? [step()] : [];
  return [
    [check('build', process.execPath, ['scripts/build.mjs'])],
    // Those that start fastest; the others run where they are installed.
    tests.includes('test/agents/matrix.long.ts')
      ? [check('agents’ programs', process.execPath, ['scripts/installAgents.mjs', 'claude', 'codex', 'qwen'])]
      : [],
    // Runs over a queue need a newer Node than the rest.
    tests.some((file) => file.startsWith('test/unit/cli/queue'))
      ? [check('a newer Node', process.execPath, ['scripts/installAgents.mjs', 'node'])]
      : [],
    only(tests, () =>
      vitest('cheats, and what runs tests for minutes', 'vitest.long.config.mts', {
        files: tests,
        env: { PROPERTY_RUNS: changed ? 'sample' : 'all' },
      }),
    ),
    only(code ?? ['.'], () =>
      check('lint rules that oxlint lacks', bin('eslint'), [
        ...(code ?? ['.']),
        '--max-warnings',
        '0',
        '--no-warn-ignored',
      ]),
    ),
    changed ? [] : [check('format of all files', bin('prettier'), ['--check', '.'])],
    only(newest, () => host('newest', { only: newest })),
    only(oldest, () => host('oldest', { only: oldest })),
    // Where the packed extension is installed.
    only(views, () => check('package', process.execPath, ['scripts/package.mjs'], { needsBuild: true })),
    only(views, () => workbench('views in the workbench', views)),
    only(benchmarks, () => vitest('benchmarks', 'vitest.bench.config.mts', { needsBuild: true, files: benchmarks })),
  ];
}

/**
 * Of what differs from the commit that was there before the work: what it left alone was checked when it landed. All files are for the
 * long suite, as they are where there is no such commit.
 * @param {string} heading
 * @returns {Step}
 */
function changedFormat(heading) {
  return {
    heading,
    async results() {
      const base = await landedBefore();
      const changed = base === undefined ? undefined : await changedSince(base);
      const files = changed?.filter((name) => existsSync(path.join(repository, name))) ?? ['.'];
      if (files.length === 0) return [{ title: heading, state: 'passed' }];
      return check(heading, bin('prettier'), ['--check', '--ignore-unknown', ...files]).results();
    },
  };
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
 * @param {{ needsBuild?: boolean, files?: readonly string[], env?: Record<string, string> }} [options] files, env: see `runVitest`
 * @returns {Step}
 */
function vitest(heading, config, { files = [], env = {}, ...options } = {}) {
  return {
    heading,
    ...options,
    results: () => runVitest(heading, config, files, env),
  };
}

/**
 * @param {string} heading
 * @param {string} config
 * @param {readonly string[]} files the only ones to run; none: all
 * @param {Record<string, string>} [env] added to what the programs get in any case
 * @returns {Promise<TestResult[]>}
 */
async function runVitest(heading, config, files, env = {}) {
  const file = path.join(repository, 'out/results', `${heading.replaceAll(/\W+/g, '-')}.json`);
  rmSync(file, { force: true });
  const reporters = ['--reporter', 'dot', '--reporter', path.join(repository, 'scripts/lib/vitestReporter.mjs')];
  const { code } = await run(bin('vitest'), ['run', '--config', config, ...reporters, ...files], {
    cwd: repository,
    env: cleanEnvironment({ ...env, PACTWRIGHT_RESULTS: file, PACTWRIGHT_BUILT: '1' }),
    echo: true,
  });
  return readReport(file, heading, `vitest ended with ${code}.`);
}

/**
 * The files with a failure are run once more, which tells what passes now and then from what fails in any case.
 * @param {string} heading
 * @param {readonly string[]} files or folders of them
 * @returns {Step}
 */
function workbench(heading, files) {
  const config = 'vitest.ui.config.mts';
  return inVsCode(heading, async () => {
    const known = readKnownRaces(readFileSync(path.join(repository, 'test/ui/knownRaces.json'), 'utf8'));
    await findBrowser();
    await installHost('newest');
    const first = await runVitest(heading, config, files);
    const failed = failedFiles(first, heading);
    if (failed.length === 0) return first;
    const titles = known.map((title) => `${heading}: ${title}`);
    return mergeResults(first, await runVitest(heading, config, failed), titles);
  });
}

/**
 * @param {string} name of a host version
 * @param {{ only?: readonly string[], core?: boolean }} options of `runSuite`
 * @returns {Step}
 */
function host(name, options) {
  const heading = `inside VS Code ${hostVersion(name).vscode}`;
  return inVsCode(heading, async () => {
    const backEnd = await codeServerBackEnd(name);
    const results = await runSuite(backEnd, options).finally(() => backEnd.close());
    return results.map((result) => ({ ...result, title: `${heading}: ${result.title}` }));
  });
}

/**
 * @param {string} heading
 * @param {() => Promise<TestResult[]>} results
 * @returns {Step}
 */
function inVsCode(heading, results) {
  return {
    heading,
    needsBuild: true,
    async results() {
      if (process.argv.includes(leaveOut))
        return [{ title: heading, state: 'skipped', reason: `left out by ${leaveOut}` }];
      try {
        return await results();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new Error(`${reason}\nTo leave out what runs in VS Code: npm test -- ${leaveOut}`, { cause: error });
      }
    },
  };
}
