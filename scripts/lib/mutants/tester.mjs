// Runs test files one by one on demand, in one vitest that keeps what it has compiled: `run.json` says which mutants are on.
// A process of its own, so that a mutant that hangs can be ended with all it has started.
import path from 'node:path';
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** @typedef {{ on: readonly number[], test: string }} Order */
/** @typedef {{ passed: boolean, seconds: number, failures: { id: string, by: string }[] }} Told id: Vitest's of the test */

const tree = process.argv[2] ?? '';
process.chdir(tree);
/** @type {typeof import('vitest/node')} */
const { createVitest } = await import(pathToFileURL(path.join(tree, 'node_modules/vitest/dist/node.js')).href);
const vitest = await createVitest('test', {
  watch: false,
  update: false,
  maxWorkers: 1,
  reporters: [{}],
  // On a busy machine only the limit for the whole file counts.
  testTimeout: 600_000,
  hookTimeout: 600_000,
});
const specifications = new Map(
  (await vitest.globTestSpecifications()).map((one) => [path.relative(tree, one.moduleId).replaceAll('\\', '/'), one]),
);
process.on('message', (/** @type {Order} */ order) => void answer(order));
process.on('disconnect', () => process.exit());
process.send?.([...specifications.keys()]);

/** @param {Order} order */
async function answer(order) {
  writeFileSync(path.join(tree, 'out/mutants/run.json'), JSON.stringify(order));
  const began = Date.now();
  const specification = specifications.get(order.test);
  if (!specification) throw new Error(`There is no ${order.test}.`);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([specification]);
  // Vitest answers with all files that it has run so far.
  const [module] = testModules.filter(({ moduleId }) => moduleId === specification.moduleId);
  const failures = [...(module?.children.allTests('failed') ?? [])].map((test) => {
    const { errors = [] } = test.result();
    return { id: test.id, by: `${test.fullName}: ${errors[0]?.message.split('\n', 1)[0]}` };
  });
  const others = [...(module?.errors() ?? []), ...unhandledErrors].map((error) => ({ id: '', by: String(error) }));
  /** @type {Told} */
  const told = {
    passed: module?.ok() === true && unhandledErrors.length === 0,
    seconds: (Date.now() - began) / 1000,
    failures: [...failures, ...others],
  };
  process.send?.(told);
}
