import { count } from '../../base/count.js';
import type { ChangeReach } from '../../gates/support/changeReach.js';
import { securityScopeOf } from '../../code/securityScope.js';
import { reachOfChange, testsOf } from '../../gates/support/changeReach.js';
import type { Answer } from '../../operations/operation.js';
import { codeTexts } from '../../project/codeFolder.js';
import { readModuleGraph } from '../../project/readModuleGraph.js';
import { formatSecurityScope } from '../../reports/code/securityScope.js';
import { type AskedFiles, codeQuestion } from './codeQuestion.js';
import { lineFromOne } from './lineFromOne.js';
import type { QueryScene } from './query.js';

/** Which tests a change can break. */
export async function regressionAnswer(scene: QueryScene, asked: AskedFiles): Promise<Answer> {
  const { code, wanted } = await codeQuestion(scene, asked);
  const known = { ...code, gone: wanted.filter((file) => !code.paths.includes(file)) };
  const reach = reachOfChange(
    wanted,
    await readModuleGraph({ ...known, machine: scene.machine, signal: scene.signal }),
  );
  return { message: formatReach(reach), data: { root: code.root, ...reach } };
}

/** The tests of some files. */
export async function testMapAnswer(scene: QueryScene, asked: AskedFiles): Promise<Answer> {
  const { code, wanted } = await codeQuestion(scene, asked);
  const graph = await readModuleGraph({ ...code, machine: scene.machine, signal: scene.signal });
  const found = wanted.map((file) => ({ path: file, ...testsOf(file, code.paths, graph) }));
  return {
    message: [...new Set(found.flatMap(({ tests }) => tests))].sort().join('\n'),
    data: { root: code.root, files: found },
  };
}

/** Which security checks a change asks for. */
export async function secScopeAnswer(scene: QueryScene, asked: AskedFiles): Promise<Answer> {
  const { code, wanted } = await codeQuestion(scene, asked);
  const textOf = await codeTexts(scene.machine, code.root);
  const texts = await Promise.all(wanted.map(async (file) => ({ path: file, text: await textOf(file) })));
  const checks = securityScopeOf(texts);
  const shown = checks.map((check) => ({ ...check, signs: check.signs.map(lineFromOne) }));
  return { message: formatSecurityScope(checks), data: { root: code.root, files: wanted, checks: shown } };
}

const words: Readonly<Record<ChangeReach['scope'], string>> = {
  skip: 'SKIP: no test has to run',
  impact: 'IMPACT: run the tests below',
  full: 'FULL: run all tests',
};

/** The files by what they stand for, and the tests to run. */
function formatReach({ scope, files, tests }: ChangeReach): string {
  if (files.length === 0) return 'SKIP: nothing was changed';
  return [
    scope === 'impact' && tests.length === 0 ? 'IMPACT: no test reaches the change' : words[scope],
    ...files.map(({ path, why, scope: own }) => `  ${own.padEnd(6)}  ${path}: ${why}`),
    ...(tests.length === 0 || scope === 'full'
      ? []
      : [`${count(tests.length, 'test file')}:`, ...tests.map((one) => `  ${one}`)]),
  ].join('\n');
}
