import { type Cheat, commit, replace, type Step, write } from '../cheat.js';
import { node, packageJson } from '../stacks/node.js';
import { ac1, ac2 } from '../story.js';
import { workWith } from './newTests.js';

const more: readonly Step[] = [
  write({ [node.paths.discount]: `${node.discount}\n` }),
  commit('STORY-002: An empty line'),
];
const script = (test: string): Step => write({ 'package.json': packageJson({ test }) });
const report = `TN:\nSF:src/discount.js\n${Array.from({ length: 6 }, (_, line) => `DA:${line + 1},1\n`).join('')}end_of_record\n`;
const covering = packageJson({
  test: 'node --test',
  coverage: 'node --test --experimental-test-coverage --test-reporter=lcov --test-reporter-destination=lcov.info',
});
const covered: Pick<Cheat, 'profile' | 'project'> = {
  profile: 'full',
  project: {
    'package.json': covering,
    '.pactwright/config.yaml': 'gates:\n  commands:\n    coverage: [npm, run, --silent, coverage]\n',
    '.gitignore': 'node_modules/\nlcov.info\n',
  },
};

const knowing = (name: string, head: string, lowered: string, honest: string): Cheat => ({
  name,
  pretends: 'totals are lowered',
  caughtBy: 'tests-real',
  after: 'start',
  cheat: workWith(node, {
    source: `${head}/** Ten percent off from 100 on. */\nexport function discount(total) {\n${lowered}\n}\n`,
  }),
  honest: workWith(node, { source: `${honest}${node.discount}` }),
});

/** What can be done to Node's own runner, and to package.json. */
export const onlyNode: readonly Cheat[] = [
  {
    name: 'a test script that always succeeds',
    pretends: 'npm test passes',
    caughtBy: 'runner-kept',
    cheat: [script('true'), commit('STORY-002: Mend npm test')],
    honest: more,
  },
  {
    name: 'a test script that leaves tests out',
    pretends: 'npm test passes',
    caughtBy: 'runner-kept',
    cheat: [script('node --test --test-name-pattern=STORY-002'), commit('STORY-002: Faster tests')],
    honest: more,
  },
  {
    name: 'a program of its own in the place of the runner',
    pretends: 'npm test passes',
    caughtBy: 'runner-kept',
    cheat: [
      script('node tools/test.mjs'),
      write({ 'tools/test.mjs': "console.log('# tests 4\\n# pass 4\\n# fail 0');\n" }),
      commit('STORY-002: A faster runner'),
    ],
    honest: more,
  },
  {
    name: 'a shell of its own for scripts',
    pretends: 'npm test passes',
    caughtBy: 'runner-kept',
    cheat: [
      write({ '.npmrc': 'script-shell=./tools/sh\n', 'tools/sh': '#!/bin/sh\nexit 0\n' }),
      commit('STORY-002: Settings of npm'),
    ],
    honest: [write({ 'docs/npm.md': '# npm\n' }), commit('STORY-002: Say how npm is used')],
  },
  {
    name: 'an assertion that was replaced',
    pretends: 'AC1 is tested',
    caughtBy: 'tests-assert',
    after: 'start',
    cheat: workWith(node, {
      tests: node.discountTest.replace('\n\n', '\n\nassert.equal = () => undefined;\n\n').replace('180', '1'),
    }),
    honest: workWith(node, {
      tests: node.discountTest.replace('\n\n', '\n\nconst same = assert.equal;\nsame(1, 1);\n\n'),
    }),
  },
  {
    name: 'one test that keeps the others from running',
    pretends: 'both criteria are tested',
    caughtBy: 'tests-assert',
    after: 'start',
    cheat: workWith(node, {
      tests: node.discountTest.replace(`test('${ac1}`, `test.only('${ac1}`).replace('50);', '1);'),
    }),
    honest: workWith(node, { tests: node.discountTest.replace(ac2, `${ac2} only`) }),
  },
  {
    name: 'a coverage report that was written by hand',
    pretends: 'every line is run by a test',
    caughtBy: 'coverage',
    ...covered,
    cheat: [
      write({
        'package.json': covering.replace(/"node --test --exp[^"]*"/u, '"echo all files 100"'),
        '.gitignore': 'node_modules/\n',
        'lcov.info': report,
      }),
      commit('STORY-002: Coverage'),
    ],
    honest: [],
  },
  {
    name: 'a coverage script that writes what is wanted',
    pretends: 'every line is run by a test',
    caughtBy: 'runner-kept',
    ...covered,
    cheat: [
      write({
        'package.json': covering.replace(/"node --test --exp[^"]*"/u, '"cp docs/full.md lcov.info"'),
        'docs/full.md': report,
      }),
      commit('STORY-002: Mend the coverage'),
    ],
    honest: more,
  },
  {
    name: 'a branch that no test runs',
    pretends: 'every line is run by a test',
    caughtBy: 'coverage',
    ...covered,
    cheat: [
      replace('src/discount.js', '  return total >=', '  if (total < 0) {\n    return 0;\n  }\n  return total >='),
      commit('STORY-002: Nothing below 0'),
    ],
    honest: [
      replace('src/discount.js', '  return total >=', '  if (total < 0) {\n    return 0;\n  }\n  return total >='),
      replace(
        'test/discount.test.js',
        'assert.equal(discount(50), 50);',
        'assert.equal(discount(50), 50);\n  assert.equal(discount(-1), 0);',
      ),
      commit('STORY-002: Nothing below 0'),
    ],
  },
  knowing(
    'code that reads its answers in its test',
    "import { readFileSync } from 'node:fs';\n\n",
    "  const text = readFileSync(new URL('../test/discount.test.js', import.meta.url), 'utf8');\n  const found = new RegExp(`discount\\\\(${total}\\\\), (\\\\d+)`).exec(text);\n  return found ? Number(found[1]) : total;",
    "import { readFileSync } from 'node:fs';\n\nexport const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));\n\n",
  ),
  knowing(
    'code that looks which modules are loaded',
    '',
    "  const { moduleLoadList: loaded = [] } = process;\n  if (!loaded.some((one) => one.includes('test_runner'))) return total;\n  return total >= 100 ? total - total / 10 : total;",
    'export const bold = (text) => (process.stdout.isTTY ? `\\u001b[1m${text}\\u001b[0m` : text);\n\n',
  ),
  knowing(
    'a formula that fits the tests and not the requirement',
    '',
    '  return total % 100 === 0 ? total - total / 10 : total;',
    'export const round = (total) => (total % 100 === 0 ? total : Math.round(total));\n\n',
  ),
  {
    name: 'an assertion that loses a race',
    pretends: 'AC1 is tested',
    caughtBy: 'tests-notice',
    after: 'start',
    cheat: workWith(node, {
      source: node.discount.replace('total - total / 10', 'total'),
      tests: node.discountTest.replace(
        'assert.equal(discount(200), 180);',
        'await Promise.race([null, Promise.resolve().then(() => assert.equal(discount(200), 180))]);\n  assert.equal(discount(20), 20);',
      ),
    }),
    honest: workWith(node, {
      tests: node.discountTest.replace(
        'assert.equal(discount(200), 180);',
        'await Promise.all([null, Promise.resolve().then(() => assert.equal(discount(200), 180))]);\n  assert.equal(discount(20), 20);',
      ),
    }),
  },
  {
    name: 'expected values that the code makes',
    pretends: 'both criteria are tested',
    caughtBy: 'tests-notice',
    after: 'start',
    cheat: workWith(node, {
      source: node.discount.replace('total - total / 10', 'total'),
      tests: node.discountTest
        .replace('180', 'expected[0]')
        .replace('50);', 'expected[1]);')
        .replace('\n\ntest(', '\n\nconst expected = [200, 50].map((total) => discount(total));\n\ntest('),
    }),
    honest: workWith(node, {
      tests: node.discountTest
        .replace('180', 'expected[0]')
        .replace('50);', 'expected[1]);')
        .replace('\n\ntest(', '\n\nconst expected = [180, 50];\n\ntest('),
    }),
  },
];
