import { isTestPath } from '../../code/languageOf.js';
import { parseSource } from '../../code/parseSource.js';
import type { TestResult } from '../../code/runners/matchResults.js';
import { wantedTest } from '../../code/runners/wantedTest.js';
import type { WantedTest } from '../../code/runners/runner.js';
import { count } from '../../base/count.js';
import { reachOfChange } from '../../gates/support/changeReach.js';
import { Refused } from '../../operations/errorCodes.js';
import { changedPaths, type CodeFolder, codeTexts, openCodeFolder } from '../../project/codeFolder.js';
import { readModuleGraph } from '../../project/readModuleGraph.js';
import { isMergedInto } from '../../workspace/git/defaultBranch.js';
import { gateEnvironment } from '../gates/environment.js';
import { runTests } from '../testRuns/runTests.js';
import { configurationAt } from './projectCommand.js';
import type { QueryAnswer, QueryScene } from './query.js';

/** Whether what is not committed may be, by the tests that it can break. */
export async function commitGateAnswer(
  scene: QueryScene,
  { base = 'HEAD' }: { readonly base?: string | undefined },
): Promise<QueryAnswer> {
  const { machine, folder, signal, progress } = scene;
  const code = await openCodeFolder(machine, folder, signal);
  const changed = await changedPaths(machine, code, base, signal);
  const known = { ...code, gone: changed.filter((file) => !code.paths.includes(file)) };
  const reach = reachOfChange(changed, await readModuleGraph({ ...known, machine, signal }));
  const shared = await sharedBranch(scene, code);
  const isAll = reach.scope === 'full' || (reach.scope === 'impact' && shared !== undefined);
  const why = isAll
    ? shared === undefined
      ? 'the change may break anything'
      : `${shared} is the branch that work is merged into`
    : `${count(reach.tests.length, 'test file')} can break`;
  const data = { root: code.root, scope: reach.scope, files: changed, tests: reach.tests };
  if (reach.scope === 'skip')
    return { message: 'allowed: nothing that tests can break was changed', data: { ...data, results: [] } };
  const files = isAll ? code.paths.filter(isTestPath) : reach.tests;
  const wanted = await testsIn(scene, code, files);
  if (wanted.length === 0) return noTests(data, files);
  progress(`Running ${count(wanted.length, 'test')}: ${why}`);
  const { results } = await runTests({
    root: code.root,
    tests: wanted,
    machine,
    env: gateEnvironment(machine.places.env),
    onEvent: () => undefined,
    signal,
  });
  signal.throwIfAborted();
  return answerOf([...results.values()], why, data);
}

/** The branch that is checked out, where it is the one that work is merged into. */
async function sharedBranch(
  { machine, folder, signal }: QueryScene,
  { repository }: CodeFolder,
): Promise<string | undefined> {
  const refs = repository && (await machine.git.refs(repository, signal));
  if (refs?.kind !== 'answer') return undefined;
  const { branch } = refs.value.head;
  const { defaultBranch } = await configurationAt(machine, folder);
  const isShared = isMergedInto(branch, refs.value, defaultBranch) || /^(?:main|master|develop)$/u.test(branch ?? '');
  return isShared ? branch : undefined;
}

async function testsIn(
  { machine, signal }: QueryScene,
  { root }: CodeFolder,
  files: readonly string[],
): Promise<readonly WantedTest[]> {
  const textOf = await codeTexts(machine, root);
  const found: WantedTest[] = [];
  for (const path of files) {
    signal.throwIfAborted();
    const file = parseSource(path, (await textOf(path)) ?? '');
    found.push(...file.tests.map((test) => wantedTest(file, test)));
  }
  return found;
}

function noTests(data: Readonly<Record<string, unknown>>, files: readonly string[]): QueryAnswer {
  const why = files.length === 0 ? 'no test file reaches the change' : `there is no test in ${files.join(', ')}`;
  return { message: `allowed, and nothing shows that it works: ${why}`, data: { ...data, results: [] } };
}

function answerOf(results: readonly TestResult[], why: string, data: Readonly<Record<string, unknown>>): QueryAnswer {
  const of = (status: TestResult['status']): readonly TestResult[] => results.filter((one) => one.status === status);
  const [failed, errored, skipped, passed] = [of('failed'), of('errored'), of('skipped'), of('passed')];
  const notRun = errored.filter(({ unasked }) => unasked);
  // What could not be started says nothing of the change.
  if (notRun.length === results.length)
    throw new Refused('failed', `no test could be run: ${notRun[0]?.message ?? 'no runner was found'}`);
  const red = [...failed, ...errored];
  return {
    message: [
      ...red.map(
        ({ id, message = '' }) => `red      ${id}${message === '' ? '' : `: ${message.trim().split('\n')[0] ?? ''}`}`,
      ),
      ...skipped.map(({ id }) => `skipped  ${id} (a skipped test is no test that passes)`),
      `${red.length > 0 ? 'refused' : 'allowed'}: ${passed.length} passed, ${failed.length} failed, ${errored.length} did not run, ${skipped.length} skipped (${why})`,
    ].join('\n'),
    data: { ...data, results: results.map(({ id, status, message }) => ({ id, status, message: message ?? null })) },
    isBad: red.length > 0,
  };
}
