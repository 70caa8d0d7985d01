// Which of the long suites a change can break. Each follows from where the change is, so that CI does not play every cheat for a word in
// a menu, nor every view for a rule; what is not known here runs with every change. Files of `npm test` that try less there are in the long suites, too, with all
// they have (test/support/runs.ts): where their places have changed, or, where none are stated, anything that they load.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { scenes } from '../host/scenes.mjs';
import { loadedBy } from './importGraph.mjs';
import { repository } from './repository.mjs';

/**
 * tests, workbench, and benchmarks: files by path from the root; newest and oldest: scenes of the host suite in that VS Code
 * @typedef {{
 *   tests: readonly string[], workbench: readonly string[], newest: readonly string[], oldest: readonly string[],
 *   benchmarks: readonly string[]
 * }} LongParts
 */

const longEnd = '.long.ts';
const src = 'server/src';
const runners = [`${src}/code`, `${src}/execution/programs`, `${src}/execution/testRuns`];
const gates = [
  `${src}/gates`,
  `${src}/syntax`,
  `${src}/execution/gates`,
  `${src}/execution/hooks`,
  `${src}/workspace/work`,
];
const phases = [
  `${src}/agents`,
  `${src}/execution/agents`,
  `${src}/execution/programs`,
  `${src}/execution/phases`,
  'server/playbooks',
  'server/roles',
];
const writing = [`${src}/host`, `${src}/execution/operations`];
const board = ['client/src/board', `${src}/documents/board`, `${src}/operations/board`];
const agents = ['client/src/agents', ...phases, 'test/agents/fakes'];
const editing = ['client/src/languageServer', `${src}/doors/lsp`, `${src}/languageFeatures`, `${src}/protocol`];
const trace = ['client/src/trace', 'client/webview/matrix', `${src}/trace`, `${src}/reports/trace`];

/**
 * Test files, and the folders that they stand for. A condition judges what was read of code and runs, in whatever language:
 * Node's runner asks all of it, and the others only what is read of theirs.
 * @type {readonly (readonly [tests: RegExp, places: readonly string[]])[]}
 */
const parts = [
  [/^test\/cheats\/node/u, [...runners, ...gates, `${src}/host/git`]],
  [/^test\/cheats\/(?:pytest|vitest|cargo|go|honest)/u, runners],
  [/^test\/cheats\/hooksAlone/u, [`${src}/execution/hooks`, `${src}/agents/hooks`]],
  [/^test\/cheats\/phases/u, phases],
  [/^test\/cheats\/packets/u, [`${src}/execution/runs`]],
  [/^test\/unit\/workspace\/work\//u, [`${src}/workspace/work`, `${src}/workspace/git`, `${src}/host/git`]],
  [/^test\/unit\/workspace\//u, [`${src}/workspace`, `${src}/documents`, `${src}/host/git`]],
  [/^test\/unit\/syntax\//u, [`${src}/syntax`]],
  [/^test\/unit\/gates\/conditionsOnGit/u, [...gates, `${src}/workspace/git`, `${src}/host/git`]],
  [/^test\/unit\/gates\//u, [...runners, ...gates]],
  [/^test\/specKitty\//u, [`${src}/sources/specKitty`, `${src}/execution/specKitty`, `${src}/documents/workPackage`]],
  [/^test\/agents\/mcp/u, [`${src}/doors/mcp`, `${src}/execution/queries`]],
  [/^test\/agents\/init/u, [`${src}/agents/deployment`, `${src}/operations/setUp`]],
  [/^test\/agents\//u, phases],
  // A phase asks gates, whatever their conditions are; what these say is asked above.
  [/^test\/unit\/(?:agents|phases)\//u, [...phases, `${src}/execution/gates`, 'test/agents']],
  [/^test\/unit\/mcp\//u, [`${src}/doors/mcp`, `${src}/execution/queries`]],
  [
    /^test\/unit\/cli\/run(?:Branches|Faults|PlanFile|Pulls)?\./u,
    [`${src}/runs`, `${src}/sources`, `${src}/execution/runs`, `${src}/execution/planFile`],
  ],
  [
    /^test\/unit\/cli\/queue/u,
    [`${src}/runs`, `${src}/execution/runs`, `${src}/execution/worker`, `${src}/host/pgBossQueue.ts`],
  ],
  [
    /^test\/unit\/runs\//u,
    [`${src}/runs`, `${src}/execution/runs`, `${src}/execution/planFile`, `${src}/execution/worker`],
  ],
  [/^test\/unit\/client\/runPage/u, ['client/webview/run', 'client/webview/graph']],
  [/^test\/unit\/cli\/npmPackage/u, ['scripts', `${src}/doors`]],
  [/^test\/unit\/cli\/runners/u, runners],
  [/^test\/unit\/cli\/phase/u, [...phases, `${src}/execution/gates`]],
  [/^test\/unit\/cli\/(?:runAgent|acpProcess)/u, [`${src}/agents`, `${src}/execution/agents`, `${src}/host`]],
  [
    /^test\/unit\/cli\/gitProcesses/u,
    [...gates, ...phases, `${src}/workspace/git`, `${src}/project`, `${src}/host/git`],
  ],
  [/^test\/unit\/cli\/interrupted/u, [`${src}/doors/cli`, `${src}/execution/queries`, `${src}/host`]],
  [/^test\/unit\/cli\/(?:completion|lintTwice)/u, [`${src}/doors/cli`]],
  [/^test\/lsp\/neovim/u, [`${src}/doors/lsp`]],
  [/^test\/unit\/cli\/ciRuns/u, [`${src}/agents/deployment`, 'action.yml', '.pre-commit-hooks.yaml']],
  [/^test\/unit\/cli\/mergeDriver/u, [`${src}/documents`, `${src}/execution/mergeDriver`]],
  [/^test\/(?:property|unit\/cli)\/worktrees/u, [...writing, `${src}/operations/worktrees`]],
  [/^test\/unit\/cli\/hook(?:Guard|Commits)/u, [`${src}/execution/hooks`, `${src}/agents/hooks`]],
  [/^test\/unit\/cli\/(?:agent|gate|operationGates)\./u, [...gates, ...phases, `${src}/execution/operations`]],
  [/^test\/unit\/(?:cli|host|operations\/scaffold\/race)/u, writing],
  [
    /^test\/corpus\/realHistories/u,
    [`${src}/rules/drift`, `${src}/rules/trace`, `${src}/workspace/git`, `${src}/trace`],
  ],
  [/^test\/property\/mergeByGit/u, [`${src}/documents`, `${src}/markdown`, `${src}/execution/mergeDriver`]],
];

/**
 * As above, of the workbench tests and the scenes of the host suite. In all of them is what every view stands in (`frame`), and what the
 * test itself loads.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const inVsCode = {
  'test/ui/adoption.ui.ts': ['client/src/findings', `${src}/project`],
  'test/ui/agents.ui.ts': agents,
  'test/ui/corpus.ui.ts': ['client/src/findings', 'docs/guide/first-hour.md'],
  'test/ui/emptyStates.ui.ts': ['client/src/board', 'client/src/kanban'],
  'test/ui/features.ui.ts': [...editing, 'client/src/operations', `${src}/operations/documents`],
  'test/ui/findings.ui.ts': [...board, ...editing, 'client/src/findings', 'client/src/work', `${src}/rules`],
  'test/ui/gates.ui.ts': ['client/src/gates', `${src}/gates`, `${src}/execution/gates`, 'test/host/projects/gated'],
  'test/ui/health.ui.ts': ['client/src/health', `${src}/execution/doctor`],
  'test/ui/insights.ui.ts': ['client/src/insights', `${src}/reports`, `${src}/workspace/insights`],
  'test/ui/codeGraph.ui.ts': [
    'client/src/codeGraph',
    'client/webview/codeGraph',
    'client/webview/graph',
    'client/webview/graphs.ts',
    `${src}/trace/codeGraph`,
  ],
  'test/ui/kanban.ui.ts': [...board, 'client/src/kanban', 'client/webview/kanban'],
  'test/ui/phases.ui.ts': agents,
  'test/ui/queue.ui.ts': agents,
  'test/ui/realAgent.ui.ts': agents,
  'test/ui/realRun.ui.ts': [...agents, `${src}/runs`, `${src}/execution/runs`, 'client/src/runs'],
  'test/ui/restricted.ui.ts': ['client/src/board', 'client/src/gates', 'client/src/agents', 'client/src/kanban'],
  'test/ui/review.ui.ts': [...agents, `${src}/reports`],
  'test/ui/runs.ui.ts': [
    'client/src/runs',
    'client/webview/run',
    'client/webview/graph',
    'client/webview/graphs.ts',
    `${src}/runs`,
  ],
  'test/ui/setUp.ui.ts': ['client/src/tools', 'client/webview/setUp', `${src}/operations/setUp`],
  'test/ui/start.ui.ts': ['scripts'],
  'test/ui/trace.ui.ts': [...trace, 'client/src/testExplorer', ...runners],
  'test/ui/walk.ui.ts': ['client/src/findings', 'client/src/work', 'docs/guide/first-hour.md', 'scripts/demo'],
  'test/ui/worktrees.ui.ts': ['client/src/worktrees', `${src}/operations/worktrees`, `${src}/execution/worktrees`],
  gates: ['client/src/gates', `${src}/gates`, `${src}/execution/gates`, `${src}/execution/mergeDriver`],
  shop: [
    ...board,
    ...editing,
    ...trace,
    ...['findings', 'operations', 'tools'].map((folder) => `client/src/${folder}`),
    `${src}/project`,
  ],
  folders: [...editing, `${src}/project`],
  restricted: ['board', 'gates', 'languageServer', 'testExplorer', 'trace'].map((folder) => `client/src/${folder}`),
  testExplorer: ['client/src/testExplorer', ...runners],
};
/**
 * As above, of the benchmarks.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const measured = {
  'test/bench/board.test.ts': [`${src}/documents/board`, `${src}/operations/board`, `${src}/markdown`],
  'test/bench/boardAnswers.test.ts': [`${src}/doors/lsp`, `${src}/documents/board`],
  'test/bench/commandLine.test.ts': [`${src}/doors/cli`, `${src}/rules`, `${src}/documents`, `${src}/project`],
  'test/bench/facts.test.ts': [`${src}/rules`, `${src}/documents`, `${src}/project`, `${src}/trace`],
  'test/bench/gates.test.ts': gates,
  'test/bench/hook.test.ts': [`${src}/execution/hooks`, `${src}/agents/hooks`],
  'test/bench/insights.test.ts': [`${src}/workspace/insights`, `${src}/reports/insights`],
  'test/bench/kanban.test.ts': ['client/webview/kanban'],
  'test/bench/languageServer.test.ts': [
    `${src}/doors/lsp`,
    `${src}/languageFeatures`,
    `${src}/rules`,
    `${src}/project`,
  ],
  'test/bench/longHistory.test.ts': [`${src}/workspace/git`, `${src}/host/git`],
  'test/bench/codeGraph.test.ts': [`${src}/trace/codeGraph`, `${src}/project`],
  'test/bench/mcp.test.ts': [`${src}/doors/mcp`],
  'test/bench/mutants.test.ts': [`${src}/gates/conditions`, `${src}/execution/gates`, `${src}/syntax`],
  'test/bench/packets.test.ts': [`${src}/execution/runs`],
  'test/bench/runs.test.ts': ['client/webview/run', `${src}/execution/runLog`, `${src}/runs`],
  'test/bench/scale.test.ts': [`${src}/runs`],
  'test/bench/serverFacts.test.ts': [`${src}/doors/lsp`, `${src}/project`, `${src}/documents`],
  'test/bench/trace.test.ts': [`${src}/trace`],
};
const frame =
  /^(?:package(?:\.nls)?\.json$|l10n\/|client\/src\/(?:editor\/|[^/]*$)|client\/webview\/[^/]*$|server\/src\/protocol\.ts$|scripts\/(?:host\/|build\.mjs$))/u;

/** What meets the API of VS Code, which older ones have in other forms. */
const sharedWithVsCode = /^(?:client|test\/host|scripts\/host|server\/src\/(?:protocol|doors\/lsp)|package\.json$)\b/u;

/** What is in neither program nor tests, and what has tests of its own in `npm test`. */
const harmless = /^(?:docs\/|media\/|schemas\/|\.ci\/|[^/]*\.md$|LICENSE$)/u;
const inside = /^(?:server\/(?:src|playbooks|roles)\/|client\/|test\/|l10n\/|scripts\/|package(?:\.nls)?\.json$)/u;

/**
 * @param {readonly string[]} changed paths from the root
 * @returns {LongParts} all of them, where something changed on which everything stands
 */
export function longParts(changed) {
  for (const place of [...parts.map(([, places]) => places), ...Object.values({ ...inVsCode, ...measured })].flat())
    if (!existsSync(path.join(repository, place)))
      throw new Error(`scripts/lib/longParts.mjs: there is no ${place} any more`);
  const weighed = changed.filter((name) => !harmless.test(name));
  const all = allLongParts();
  if (weighed.some((name) => !inside.test(name))) return all;
  const within = (/** @type {readonly string[]} */ places) =>
    weighed.some((name) => places.some((place) => name.startsWith(`${place}/`)));
  const isFramed = weighed.some((name) => frame.test(name));
  const shows = (/** @type {string} */ name) => isFramed || !inVsCode[name] || within(inVsCode[name]);
  const newest = all.newest.filter((name) => within(['test/host']) || shows(name));
  return {
    tests: all.tests.filter((file) => touches(file, weighed, within)),
    workbench: all.workbench.filter((file) => shows(file) || loads(file, weighed)),
    newest,
    oldest: weighed.some((name) => sharedWithVsCode.test(name)) ? newest : [],
    benchmarks: all.benchmarks.filter((file) => within(measured[file] ?? []) || loads(file, weighed.filter(isTest))),
  };
}

/**
 * @param {string} file of the long suites
 * @param {readonly string[]} changed
 * @param {(places: readonly string[]) => boolean} within whether something has changed there
 */
function touches(file, changed, within) {
  const stated = parts.find(([form]) => form.test(file))?.[1];
  // One that starts programs loads nearly everything: its places say what it is about.
  const byWhatItLoads = stated === undefined && !file.endsWith(longEnd);
  if (stated === undefined && !byWhatItLoads) return true;
  const own = byWhatItLoads ? changed : changed.filter(isTest);
  return within(stated ?? []) || loads(file, own);
}

/** Whether a file is no part of the program. */
function isTest(/** @type {string} */ file) {
  return /^(?:test|scripts)\//u.test(file);
}

/** @param {string} file @param {readonly string[]} changed */
function loads(file, changed) {
  const loaded = loadedBy(path.join(repository, file));
  return changed.some((name) => loaded.has(path.join(repository, name)));
}

/** @returns {LongParts} */
export function allLongParts() {
  const names = scenes.map(({ name }) => name);
  const workbench = filesIn('test/ui', '.ui.ts');
  return { tests: longFiles(), workbench, newest: names, oldest: names, benchmarks: filesIn('test/bench', '.test.ts') };
}

/** @param {string} folder @param {string} end of their names */
function filesIn(folder, end) {
  return readdirSync(path.join(repository, folder))
    .filter((name) => name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}

/**
 * What a run of these parts leaves to `npm run test:long`.
 * @param {LongParts} chosen
 */
export function leftToAll(chosen) {
  const all = allLongParts();
  const count = (/** @type {keyof LongParts} */ kind) =>
    `${all[kind].length - chosen[kind].length} of ${all[kind].length}`;
  return [
    'Left to `npm run test:long`, which plays all of them:',
    `- test files: ${count('tests')}; workbench files: ${count('workbench')}; scenes in the newest VS Code: ${count('newest')}, in the oldest: ${count('oldest')}; benchmarks: ${count('benchmarks')}`,
    '- of the cheats of a file, all but the first that each condition catches (by phase, where agents play them)',
    '- two thirds of the tries of each property',
    '- the format of all files, and the lint rules that oxlint lacks on files that did not change',
  ].join('\n');
}

/** @returns {readonly string[]} the files of the long suites, by path from the root */
export function longFiles() {
  return readdirSync(path.join(repository, 'test'), { encoding: 'utf8', recursive: true })
    .map((name) => `test/${name.split(path.sep).join('/')}`)
    .filter((name) => name.endsWith(longEnd) || (name.endsWith('.test.ts') && triesLess(name)))
    .sort();
}

/** Whether a file of `npm test` does only a part of what it can there. */
function triesLess(/** @type {string} */ file) {
  return loadedBy(path.join(repository, file)).has(path.join(repository, 'test/support/runs.ts'));
}
