import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeDemo } from '../../scripts/lib/demo.mjs';
import { askGate } from '../../server/src/execution/gates/askGate.js';
import { node } from '../cheats/stacks/node.js';
import { vitest } from '../cheats/stacks/vitest.js';
import { paths, shop } from '../cheats/story.js';
import { type Files, type GitRepository, gitRepository, openGitRepository } from '../support/gitRepository.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { testMachine } from '../support/testMachine.js';
import { report } from './measure.js';

/** So many times as long as the item's own tests in a copy takes their run where all that the item changed does nothing. */
const most = 2;

interface Times {
  /** In milliseconds: the whole gate, and the conditions that run tests on changed code. */
  readonly all: number;
  readonly mutants: number;
  /** Each run of tests, by condition, in its order. */
  readonly runs: ReadonlyMap<string, readonly number[]>;
}

const ofMutants = new Set(['tests-notice', 'answers-follow', 'mutation-score']);

async function timesOf(folder: string, item: string, state: string): Promise<Times> {
  const began = performance.now();
  const runs = new Map<string, number[]>();
  let [condition, since, started, mutants] = ['', began, began, 0];
  await askGate({
    folder,
    gate: 'done',
    item,
    profile: undefined,
    fresh: false,
    recorded: false,
    trustCommands: false,
    machine: testMachine({ ...process.env, PACTWRIGHT_STATE: state }),
    signal: new AbortController().signal,
    onEvent: (event) => {
      const now = performance.now();
      if (event.event === 'condition') [condition, since] = [event.name, now];
      if (event.event === 'result' && ofMutants.has(event.result.name)) mutants += now - since;
      if (event.event !== 'progress') return;
      if (event.text.startsWith('running ')) started = now;
      else runs.set(condition, [...(runs.get(condition) ?? []), now - started]);
    },
    warn: () => undefined,
  });
  return { all: performance.now() - began, mutants, runs };
}

/** STORY-002 of the shop, done in a project that holds more. */
function finish(repository: GitRepository, more: Files): GitRepository {
  repository.commit('STORY-001: Add up prices', { ...more, ...shop(node) });
  repository.branch('feature/STORY-002');
  repository.commit('STORY-002: Lower totals from 100 on', {
    [node.paths.discount]: node.discount,
    [node.paths.discountTest]: node.discountTest,
    [paths.board]: String(shop(node)[paths.board]).replaceAll('- [ ]', '- [x]'),
  });
  return repository;
}

/** A hundred modules of 200 lines, each with a test. */
function large(): Files {
  const files: Record<string, string> = {};
  for (let at = 0; at < 100; at++) {
    const functions = Array.from(
      { length: 40 },
      (_, one) => `/** Adds ${one}. */\nexport function add${at}_${one}(value) {\n  return value + ${one};\n}\n`,
    );
    files[`src/modules/m${at}.js`] = functions.join('\n');
    files[`test/modules/m${at}.test.js`] =
      `import assert from 'node:assert/strict';\nimport { it } from 'node:test';\nimport { add${at}_1 } from '../../src/modules/m${at}.js';\nit('adds ${at}', () => assert.equal(add${at}_1(1), 2));\n`;
  }
  return files;
}

/** This repository at HEAD with one module more. All its tests would take minutes, so that they are left out. */
function own(): GitRepository {
  const folder = path.join(temporaryFolder(), 'own');
  execFileSync('git', ['clone', '--quiet', '--shared', path.resolve('.'), folder]);
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  const repository = openGitRepository(folder);
  const documents = Object.entries(shop(vitest)).filter(([name]) => name.startsWith('docs/'));
  repository.commit('STORY-001: Add up prices', {
    ...Object.fromEntries(documents),
    [paths.config]: 'gates:\n  profile: own\n  profiles:\n    own:\n      extends: standard\n      off: [regression]\n',
  });
  repository.branch('feature/STORY-002');
  repository.commit('STORY-002: Lower totals from 100 on', {
    'server/src/base/discount.ts': vitest.discount.replace('(total)', '(total: number): number'),
    'test/unit/base/discount.test.ts': vitest.discountTest.replace('../src', '../../../server/src/base'),
  });
  return repository;
}

describe('what mutants cost', () => {
  it.each<[name: string, make: () => Promise<readonly [folder: string, item: string]>]>([
    [
      'the demo project',
      async () => {
        const folder = temporaryFolder();
        await makeDemo(folder);
        return [folder, 'STORY-002'];
      },
    ],
    ['a project of 20,000 lines', () => Promise.resolve([finish(gitRepository(), large()).folder, 'STORY-002'])],
    ['this repository, without its other tests', () => Promise.resolve([own().folder, 'STORY-002'])],
  ])('%s', async (name, make) => {
    const [folder, item] = await make();
    const state = temporaryFolder();
    const first = await timesOf(folder, item, state);
    const again = await timesOf(folder, item, state);
    const copy = first.runs.get('seen-red')?.at(-1) ?? first.runs.get('tests-pass')?.[0] ?? 0;
    const [neutral = 0] = first.runs.get('tests-notice') ?? [];
    // The last of what `tests-real` runs: for these nothing else has to be found out.
    const outside = first.runs.get('tests-real')?.at(-1) ?? 0;
    report(`mutants: ${name}`, {
      'gate done (s)': first.all / 1000,
      'share of mutants (%)': (first.mutants / first.all) * 100,
      'again (s)': again.all / 1000,
      'share again (%)': (again.mutants / again.all) * 100,
      'own tests (s)': copy / 1000,
      'all neutral at once (× own)': neutral / copy,
      'calls outside of tests (× own)': outside / copy,
    });
    expect(neutral).toBeLessThan(most * copy);
  });
});
