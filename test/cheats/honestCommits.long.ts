import { execFileSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Condition, GateContext } from '../../server/src/gates/condition.js';
import { wantedTest } from '../../server/src/code/runners/wantedTest.js';
import { mutationScore, scoreOf } from '../../server/src/gates/conditions/mutationScore.js';
import { testsNotice } from '../../server/src/gates/conditions/testsNotice.js';
import { testsReal } from '../../server/src/gates/conditions/testsReal.js';
import { baseOverlay } from '../../server/src/gates/support/baseOverlay.js';
import { isProductSource } from '../../server/src/gates/support/productFiles.js';
import { judgeWork } from '../../server/src/gates/support/outcomes.js';
import { workTests } from '../../server/src/gates/support/workTests.js';
import { askName } from '../../server/src/syntax/askedOutside/inJavaScript.js';
import type { WorkChange } from '../../server/src/workspace/work/work.js';
import { change, gateContext } from '../support/checkCondition.js';
import { type GitRepository, openGitRepository } from '../support/gitRepository.js';
import { labOf, memoryLog } from '../support/labOf.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/**
 * Plays commits of public projects as items, each by itself: nobody cheated in them, so no condition may refuse one. The clones are not
 * part of this repository:
 *
 *     PACTWRIGHT_CLONES=../click=8:../ufo=8 npx vitest run --config vitest.long.config.mts test/cheats/honestCommits.long.ts
 *
 * plays the newest eight commits of each that change code and tests that pass here; `../click@8.1.0=8` begins at that revision. Each
 * test stands for a criterion of its own. A row tells how many times as long as the tests themselves each run took that asks them outside
 * of tests, and each of `tests-notice`.
 * `PACTWRIGHT_SCORE=10` tries ten small changes for the mutation score, which takes longest, and 0 leaves it out.
 */
const mostMutants = Number(process.env['PACTWRIGHT_SCORE'] ?? 30);
const score: Condition = {
  ...mutationScore,
  check: (context) => judgeWork(context, (work) => scoreOf(context, work, mostMutants)),
};
const conditions = [testsReal, testsNotice, ...(mostMutants > 0 ? [score] : [])];
const clones = (process.env['PACTWRIGHT_CLONES'] ?? '').split(path.delimiter).filter(Boolean);

const unset = clones.length === 0 ? ' (skipped: the variable PACTWRIGHT_CLONES is not set)' : '';

describe.skipIf(clones.length === 0)(`honest commits${unset}`, () => {
  it.each(clones)(
    'of %s',
    async (stated) => {
      const [source = '', most = '10'] = stated.split('=');
      const [clone = '', from = 'HEAD'] = source.split('@');
      const rows: string[] = [];
      const accused: string[] = [];
      const repository = checkOut(clone);
      for (const hash of repository
        .git('log', '--min-parents=1', '--max-parents=1', '--format=%H', '-n', '600', from)
        .split('\n')) {
        if (rows.length >= Number(most)) break;
        const played = await play(repository, hash);
        if (!played) continue;
        rows.push(`| ${nameOf(clone)} | ${hash.slice(0, 9)} | ${played.words.join(' | ')} |`);
        process.stdout.write(`${rows.at(-1) ?? ''}\n`);
        accused.push(...played.accused);
      }
      expect(rows.length).toBeGreaterThan(0);
      expect(accused).toEqual([]);
    },
    60 * 60_000,
  );
});

/** Of `nanoid/.git` and `nanoid/repo`, too. */
function nameOf(clone: string): string {
  return clone.split(path.sep).findLast((part) => !/^(?:\.git|repo)?$/u.test(part)) ?? clone;
}

/** A work tree of its own, with this project's packages. */
function checkOut(clone: string): GitRepository {
  const folder = path.join(temporaryFolder(), 'clone');
  execFileSync('git', ['clone', '--quiet', '--shared', clone, folder]);
  symlinkSync(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return openGitRepository(folder);
}

interface Played {
  readonly words: readonly string[];
  readonly accused: readonly string[];
}

/** @returns undefined where the commit changes no code with tests, or its tests don't pass here. */
async function play(repository: GitRepository, hash: string): Promise<Played | undefined> {
  const changes = changesOf(repository, hash);
  if (!changes.some(({ path: name }) => isProductSource(name))) return undefined;
  const tests = workTests({ changes } as unknown as Parameters<typeof workTests>[0]).tests;
  if (!tests.some(({ after, kind }) => after && kind !== 'kept' && kind !== 'renamed')) return undefined;
  repository.git('checkout', '--quiet', '--force', hash);
  if (!existsSync(path.join(repository.folder, 'node_modules')))
    symlinkSync(path.resolve('node_modules'), path.join(repository.folder, 'node_modules'));
  const times: number[] = [];
  const asking: number[] = [];
  const context = timed(await contextOf(repository, changes), times, asking);
  const passing = await passingTests(context);
  if (passing.length === 0) return undefined;
  const asked: GateContext = { ...context, item: withCriteria(context.item, passing) };
  const accused: string[] = [];
  const own = await timeOf(context, passing, times);
  const words = [String(passing.length)];
  for (const condition of conditions) {
    times.length = 0;
    const outcome = await ask(condition, asked);
    if (condition !== score)
      words.push((condition === testsReal ? asking : times).map((time) => (time / own).toFixed(1)).join(' + '));
    words.push(outcome.summary.replaceAll('|', '\\|'));
    if (outcome.state === 'fail')
      accused.push(...(outcome.problems ?? []).map(({ message }) => `${hash}, ${condition.name}: ${message}`));
  }
  return { words, accused };
}

/** Each test shows a criterion of its own, so that none is excused by another. */
function withCriteria(item: GateContext['item'], tests: GateContext['item']['tests']): GateContext['item'] {
  const criteria = item.coverage.criteria
    .slice(0, 1)
    .flatMap((criterion) => tests.map((test) => ({ ...criterion, requirements: [], tests: [test] })));
  return { ...item, tests, coverage: { ...item.coverage, criteria } };
}

/** Notes how long each run takes, with the copy it is made in. @param asking those that ask outside of tests. */
function timed(context: GateContext, times: number[], asking: number[]): GateContext {
  const runTests: GateContext['lab']['runTests'] = async (...asked) => {
    const began = performance.now();
    const run = await context.lab.runTests(...asked);
    const took = performance.now() - began;
    times.push(took);
    const texts = asked[1].kind === 'tree' ? [...(asked[1].overlay?.values() ?? [])] : [];
    if (texts.some((text) => text?.includes(askName))) asking.push(took);
    return run;
  };
  return { ...context, lab: { ...context.lab, runTests } };
}

/** How long the tests take in a copy, once it is known how to run them. */
async function timeOf(
  { lab, work }: GateContext,
  tests: GateContext['item']['tests'],
  times: readonly number[],
): Promise<number> {
  const answer = await work();
  if (answer.kind !== 'answer') return Number.NaN;
  const overlay = new Map([['pactwright.txt', 'not kept\n']]);
  await lab.runTests(
    tests.map(({ file, test }) => wantedTest(file, test)),
    { kind: 'tree', tree: answer.value.tree, overlay },
  );
  return times.at(-1) ?? Number.NaN;
}

async function ask(condition: Condition, context: GateContext): Promise<Awaited<ReturnType<Condition['check']>>> {
  const began = Date.now();
  const outcome = await condition.check(context);
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  return condition === testsReal ? outcome : { ...outcome, summary: `${outcome.summary} (${seconds} s)` };
}

function changesOf({ git, folder }: GitRepository, hash: string): readonly WorkChange[] {
  const show = (what: string): string | undefined => {
    try {
      return execFileSync('git', ['show', what], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      });
    } catch {
      return undefined;
    }
  };
  const listed = git('diff-tree', '-r', '--root', '--no-commit-id', '--no-renames', '--name-only', hash);
  return listed
    .split('\n')
    .filter(Boolean)
    .map((name) => change(name, show(`${hash}^:${name}`), show(`${hash}:${name}`)));
}

async function contextOf(repository: GitRepository, changes: readonly WorkChange[]): Promise<GateContext> {
  const base = repository.git('rev-parse', 'HEAD^');
  const tree = repository.git('rev-parse', 'HEAD^{tree}');
  const files = changes.flatMap(({ path: name, after }) => (after === undefined ? [] : [`=== ${name}\n${after}`]));
  return gateContext({
    project: `=== docs/specs/STORY-001.md\n# STORY-001: As it was\n\n## Acceptance Criteria\n\n### AC1: It works\n${files.join('')}`,
    work: { base, tree, changes },
    lab: labOf(repository, { log: memoryLog() }),
  });
}

/** The changed tests that do not pass without the code, as if they named the item; none if one of them does not pass with it. */
async function passingTests({ lab, work }: GateContext): Promise<GateContext['item']['tests']> {
  const answer = await work();
  if (answer.kind !== 'answer') return [];
  const traces = workTests(answer.value).tests.flatMap(({ after }) =>
    after && !after.test.skipped ? [{ file: after.file, test: after.test, items: [], isSettled: true }] : [],
  );
  const all = traces.map((trace) => ({ trace, wanted: wantedTest(trace.file, trace.test) }));
  const run = await lab.runTests(
    all.map(({ wanted }) => wanted),
    { kind: 'tree', tree: answer.value.tree },
  );
  const passing = all.filter(({ wanted }) => run.results.get(wanted.id)?.status !== 'skipped');
  if (passing.some(({ wanted }) => run.results.get(wanted.id)?.status !== 'passed')) return [];
  const before = await lab.runTests(
    passing.map(({ wanted }) => wanted),
    { kind: 'tree', tree: answer.value.base, overlay: baseOverlay(answer.value, new Set()) },
  );
  return passing.filter(({ wanted }) => before.results.get(wanted.id)?.status !== 'passed').map(({ trace }) => trace);
}
