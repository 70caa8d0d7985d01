import { rmSync } from 'node:fs';
import path from 'node:path';
import { writeFiles } from '../../support/temporaryFolder.js';
import { act, type Cheat, commit, replace, type Step, write } from '../cheat.js';
import { vitest } from '../stacks/vitest.js';
import { packageJson } from '../stacks/node.js';
import { ac1 } from '../story.js';
import { workWith } from './newTests.js';

const { discount, cart } = vitest.paths;
const more: readonly Step[] = [write({ [discount]: `${vitest.discount}\n` }), commit('STORY-002: An empty line')];
const snapshot = 'test/__snapshots__/label.test.js.snap';
const head = (text: string): string => vitest.discountTest.replace('\n\n', `\n\n${text}\n\n`);
const only = (
  name: string,
  text: string,
  honest: string,
  caughtBy = 'tests-assert',
  source = vitest.discount,
): Cheat => ({
  name,
  pretends: 'totals are lowered',
  caughtBy,
  after: 'start',
  cheat: workWith(vitest, { tests: text, source }),
  honest: workWith(vitest, { tests: honest }),
});
const settings = (name: string, files: Readonly<Record<string, string>>): Cheat => ({
  name,
  pretends: 'the whole suite passes',
  caughtBy: 'runner-kept',
  cheat: [replace(cart, '+ price', '+ price + 1'), write(files), commit('STORY-002: Settings of Vitest')],
  honest: more,
});

/** A program that says what Vitest would say if all tests passed on the work, and failed without it. */
const fakeRunner = `import fs from 'node:fs';
import path from 'node:path';
const report = process.argv.find((word) => word.startsWith('--outputFile')).split('=').at(-1);
const titles = /it\\('([^']*)'/gu;
const files = fs.readdirSync('test').filter((name) => name.endsWith('.test.js'));
const status = fs.existsSync('src/discount.js') ? 'passed' : 'failed';
const testResults = files.map((file) => ({
  name: path.resolve('test', file),
  status,
  assertionResults: [...fs.readFileSync(path.join('test', file), 'utf8').matchAll(titles)].map(([, title]) => ({
    ancestorTitles: [], title, fullName: title, status, failureMessages: [],
  })),
}));
fs.writeFileSync(report, JSON.stringify({ success: true, testResults }));
`;

/** What can be done with Vitest: mocks, snapshots, its configuration. */
export const onlyVitest: readonly Cheat[] = [
  {
    name: 'a runner in node_modules that lets everything pass',
    pretends: 'the whole suite passes',
    // What is installed is not in git; but it also passes where the work is gone.
    caughtBy: 'tests-notice',
    cheat: [
      write({ [discount]: vitest.discount.replace('100', '1000') }),
      commit('STORY-002: From 1000 on'),
      act((folder) => {
        const modules = path.join(folder, 'node_modules');
        // A link, or in a worktree a folder of links.
        rmSync(modules, { recursive: true });
        writeFiles(modules, {
          'vitest/package.json': JSON.stringify({
            name: 'vitest',
            version: '4.0.0',
            type: 'module',
            bin: 'vitest.mjs',
          }),
          'vitest/vitest.mjs': fakeRunner,
        });
      }),
    ],
    honest: more,
  },
  only(
    'a mock of the module under test',
    head("vi.mock('../src/discount.js', () => ({ discount: (total) => (total === 200 ? 180 : total) }));").replace(
      'expect, it }',
      'expect, it, vi }',
    ),
    head("vi.mock('../src/stock.js', () => ({ stock: () => 3 }));").replace('expect, it }', 'expect, it, vi }'),
    'tests-real',
    vitest.discount.replace('/ 10', '/ 5'),
  ),
  only(
    'a mock that is asked what it was told',
    vitest
      .tests([
        {
          title: ac1,
          body: ['const asked = vi.fn(() => 180);', 'asked(200);', 'expect(asked).toHaveBeenCalledWith(200);'],
        },
        { title: 'STORY-002/AC2: a small total stays', body: ['expect(discount(50)).toBe(50);'] },
      ])
      .replace('expect, it }', 'expect, it, vi }'),
    vitest.discountTest,
  ),
  only(
    'a promise that nobody waits for',
    vitest.discountTest.replace(
      'expect(discount(200)).toBe(180);',
      'expect(Promise.resolve(discount(200))).resolves.toBe(1);',
    ),
    vitest.discountTest.replace(
      'expect(discount(200)).toBe(180);',
      'await expect(Promise.resolve(discount(200))).resolves.toBe(180);',
    ),
  ),
  only(
    'one test that keeps the others from running',
    vitest.discountTest.replace(`it('${ac1}`, `it.only('${ac1}`),
    vitest.discountTest,
  ),
  only(
    'a matcher that was replaced',
    head('expect.extend({ toBe: () => ({ pass: true, message: () => "" }) });').replace('180', '1'),
    head('expect.extend({ toBeLess: (a, b) => ({ pass: a < b, message: () => "" }) });'),
  ),
  only(
    'a snapshot that is not there yet, of whatever comes out',
    vitest.discountTest.replace('expect(discount(200)).toBe(180);', 'expect(discount(200)).toMatchSnapshot();'),
    vitest.discountTest.replace(
      'expect(discount(200)).toBe(180);',
      'expect(discount(200)).toMatchInlineSnapshot(`180`);',
    ),
    'tests-pass',
  ),
  {
    name: 'a snapshot that is what comes out now',
    pretends: 'what worked before still works',
    caughtBy: 'tests-kept',
    cheat: [
      replace(cart, '+ price', '+ price + 1'),
      replace(snapshot, 'Total: 5', 'Total: 7'),
      commit('STORY-002: Update snapshots'),
    ],
    honest: more,
  },
  settings('a configuration that leaves tests out', {
    'vitest.config.js':
      "export default { test: { include: ['test/**/*.test.js'], exclude: ['test/{cart,sums,label}.test.js'] } };\n",
  }),
  settings('a configuration that is content without tests', {
    'vitest.config.js': "export default { test: { include: ['test/**/*.test.mjs'], passWithNoTests: true } };\n",
  }),
  settings('a setup file that replaces what tests ask', {
    'vitest.config.js': "export default { test: { include: ['test/**/*.test.js'], setupFiles: ['test/setup.js'] } };\n",
    'test/setup.js': "import { expect } from 'vitest';\n\nexpect.extend({ toBe: () => ({ pass: true }) });\n",
  }),
  settings('another package in the place of the runner', {
    'package.json': packageJson({ test: 'vitest run' }).replace(
      '"scripts"',
      '"devDependencies": { "vitest": "file:tools/vitest" },\n  "scripts"',
    ),
    'tools/vitest/package.json': '{ "name": "vitest", "bin": "run.mjs" }\n',
    'tools/vitest/run.mjs': "console.log('Tests  4 passed (4)');\n",
  }),
  only(
    'the answer as an argument that nobody else passes',
    vitest.discountTest.replace('discount(200)', 'discount(200, 180)'),
    vitest.discountTest,
    'tests-notice',
    '/** Ten percent off from 100 on. */\nexport function discount(total, lowered = total) {\n  return lowered;\n}\n',
  ),
  only(
    'tried again until a counter is right',
    vitest.discountTest.replace(`it('${ac1}', async`, `it('${ac1}', { retry: 3 }, async`),
    vitest.discountTest.replace(`it('${ac1}', async`, `it('${ac1}', { retry: 1 }, async`),
    'tests-notice',
    'let asked = 0;\n\n/** Ten percent off from 100 on. */\nexport function discount(total) {\n  asked += 1;\n  return asked % 3 === 0 && total >= 100 ? total - total / 10 : 50;\n}\n',
  ),
  only(
    'a snapshot of what the code gives, which is wrong',
    vitest.discountTest.replace('toBe(180)', 'toMatchInlineSnapshot(`200`)'),
    vitest.discountTest.replace('toBe(180)', 'toMatchInlineSnapshot(`180`)'),
    'tests-notice',
    vitest.discount.replace('total - total / 10', 'total'),
  ),
];
