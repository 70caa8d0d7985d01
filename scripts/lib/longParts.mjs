// Which of the long suites a change can break. Each follows from where the change is, so that CI does not play every cheat for a word in
// a menu; what is not known here runs with every change. Files of `npm test` that try less there are in the long suites, too, with all
// they have (test/support/runs.ts): where their places have changed, or, where none are stated, anything that they load.
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { loadedBy } from './importGraph.mjs';
import { repository } from './repository.mjs';

/** @typedef {{ tests: readonly string[], host: boolean, benchmarks: boolean }} LongParts */

const longEnd = '.long.ts';
const src = 'server/src';
const runners = [`${src}/code`, `${src}/execution/testRuns`];
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
  `${src}/execution/phases`,
  'server/playbooks',
  'server/roles',
];
const writing = [`${src}/host`, `${src}/execution/operations`];

/**
 * Test files, and the folders that they stand for. A condition judges what was read of code and runs, in whatever language:
 * Node's runner asks all of it, and the others only what is read of theirs.
 * @type {readonly (readonly [tests: RegExp, places: readonly string[]])[]}
 */
const parts = [
  [/^test\/cheats\/node/u, [...runners, ...gates, `${src}/host/git`]],
  [/^test\/cheats\/(?:pytest|vitest|cargo)/u, runners],
  [/^test\/cheats\/phases/u, phases],
  [/^test\/unit\/workspace\/work\//u, [`${src}/workspace/work`, `${src}/workspace/git`, `${src}/host/git`]],
  [/^test\/unit\/workspace\//u, [`${src}/workspace`, `${src}/documents`, `${src}/host/git`]],
  [/^test\/unit\/gates\/conditionsOnGit/u, [...gates, `${src}/workspace/git`, `${src}/host/git`]],
  [/^test\/unit\/gates\//u, [...runners, ...gates]],
  [/^test\/agents\//u, phases],
  [/^test\/unit\/(?:agents|phases)\//u, [...phases, ...gates, 'test/agents']],
  [/^test\/unit\/cli\/runners/u, runners],
  [/^test\/unit\/cli\/phase/u, [...gates, ...phases]],
  [/^test\/unit\/cli\/runAgent/u, [`${src}/agents`, `${src}/execution/agents`, `${src}/host`]],
  [
    /^test\/unit\/cli\/gitProcesses/u,
    [...gates, ...phases, `${src}/workspace/git`, `${src}/project`, `${src}/host/git`],
  ],
  [/^test\/unit\/cli\/(?:completion|lintTwice)/u, [`${src}/doors/cli`]],
  [/^test\/unit\/cli\/mergeDriver/u, [`${src}/documents`, `${src}/execution/mergeDriver`]],
  [/^test\/(?:property|unit\/cli)\/worktrees/u, [...writing, `${src}/operations/worktrees`]],
  [/^test\/unit\/cli\/(?:agent|gate|operationGates)\./u, [...gates, ...phases, `${src}/execution/operations`]],
  [/^test\/unit\/(?:cli|host|operations\/scaffold\/race)/u, writing],
  [/^test\/property\/mergeByGit/u, [`${src}/documents`, `${src}/markdown`, `${src}/execution/mergeDriver`]],
];

/** What is in neither program nor tests, and what has tests of its own in `npm test`. */
const harmless = /^(?:docs\/|media\/|schemas\/|\.ci\/|[^/]*\.md$|LICENSE$)/u;
const inside = /^(?:server\/(?:src|playbooks|roles)\/|client\/|test\/)/u;

/**
 * @param {readonly string[]} changed paths from the root
 * @returns {LongParts | undefined} undefined: all of them, as something changed on which everything stands
 */
export function longParts(changed) {
  for (const place of parts.flatMap(([, places]) => places))
    if (!existsSync(path.join(repository, place)))
      throw new Error(`scripts/lib/longParts.mjs: there is no ${place} any more`);
  const weighed = changed.filter((name) => !harmless.test(name));
  if (weighed.some((name) => !inside.test(name))) return undefined;
  return {
    tests: longFiles().filter((file) => {
      const stated = parts.find(([form]) => form.test(file))?.[1];
      // One that starts programs loads nearly everything: its places say what it is about.
      const byWhatItLoads = stated === undefined && !file.endsWith(longEnd);
      const places = stated ?? (byWhatItLoads ? [] : undefined);
      const loaded = loadedBy(path.join(repository, file));
      return (
        places === undefined ||
        weighed.some(
          (name) =>
            places.some((place) => name.startsWith(`${place}/`)) ||
            ((byWhatItLoads || name.startsWith('test/')) && loaded.has(path.join(repository, name))),
        )
      );
    }),
    host: weighed.some((name) => /^(?:client|test\/host|server\/src\/(?:protocol|doors\/lsp))\b/u.test(name)),
    benchmarks: weighed.some((name) => /^(?:client\/webview|server\/src|test\/bench)\//u.test(name)),
  };
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
