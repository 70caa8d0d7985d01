// Runs test files one by one on demand, in one vitest that keeps what it has compiled: `run.json` says which mutants are on.
// A process of its own, so that a mutant that hangs can be ended with all it has started.
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ on: readonly number[], test: string }} Order */
/** @typedef {{ passed: boolean, by?: string, seconds: number }} Answer by: the first test that failed, and how */

const tree = process.argv[2] ?? '';
process.chdir(tree);
/** @type {typeof import('vitest/node')} */
const { createVitest } = await import(pathToFileURL(path.join(tree, 'node_modules/vitest/dist/node.js')).href);
const vitest = await createVitest('test', { watch: false, bail: 1, maxWorkers: 1, reporters: [{}], update: false });
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [path.relative(tree, one.moduleId).replaceAll('\\', '/'), one]),
);
process.on('message', (/** @type {Order} */ order) => void answer(order));
process.send?.([...specifications.keys()]);

/** @param {Order} order */
async function answer(order) {
  writeFileSync(path.join(tree, 'out/mutants/run.json'), JSON.stringify(order));
  const began = Date.now();
  const specification = specifications.get(order.test);
  if (!specification) throw new Error(`There is no ${order.test}.`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  /** @type {Answer} */
  const told = { passed: true, seconds: (Date.now() - began) / 1000 };
  // Vitest answers with all files that it has run so far.
  for (const module of testModules) {
    if (module.moduleId !== specification.moduleId || module.ok()) continue;
    const [failed] = module.children.allTests('failed');
    const [error] = failed?.result().errors ?? module.errors();
    told.passed = false;
    told.by = `${failed?.fullName ?? 'while loading'}: ${error?.message.split('\n', 1)[0]}`;
  }
  if (told.passed && unhandledErrors.length > 0)
    Object.assign(told, { passed: false, by: `outside of tests: ${String(unhandledErrors[0])}` });
  process.send?.(told);
}
