import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

type Files = Readonly<Record<string, string>>;

const projectOf = (files: Files): string => temporaryFolder({ 'docs/specs/README.md': '', ...files });

const python: Files = {
  '.claude/pactkit.yaml': 'developer: al # me\n',
  'pyproject.toml': '[project]\n',
  'src/cart.py': 'class Cart:\n    def total(self):\n        return rate()\n\n\ndef rate():\n    return 1\n',
  'tests/unit/test_shop.py': 'from cart import Cart\n\n\ndef test_total():\n    assert Cart().total() == 1\n',
};
const go: Files = { 'go.mod': 'module shop\n', 'cart/cart.go': 'package cart\n\nfunc Total() int {\n\treturn 1\n}\n' };
const java: Files = {
  'pom.xml': '<project/>',
  'src/main/java/shop/Cart.java': 'package shop;\n\npublic class Cart {\n  public int total() { return 1; }\n}\n',
};
const script: Files = {
  'package.json': '{"devDependencies":{"vitest":"1"}}',
  'tsconfig.json': '{}',
  'src/shopCart.ts': 'export function totalOf(): number {\n  return 1;\n}\n',
};

/** The command line, what it prints, and the file it makes with a part of it. */
const cases: readonly (readonly [files: Files, line: string, out: RegExp, file?: string, part?: string])[] = [
  [python, 'scaffold create_spec STORY-001 Cart', /^✅ /u, 'docs/specs/STORY-al-001.md', '# STORY-al-001: Cart'],
  [{ 'pyproject.toml': '' }, 'scaffold create_spec STORY-001 Cart', /^✅ /u, 'docs/specs/STORY-001.md', '# STORY-001'],
  [
    python,
    'scaffold create_test_file src/cart.py',
    /2 tests to write/u,
    'tests/unit/test_cart.py',
    'def test_cart_total()',
  ],
  [
    python,
    'scaffold create_test_file src/later.py',
    /1 test to write/u,
    'tests/unit/test_later.py',
    'def test_later()',
  ],
  [python, 'scaffold create_test_file src/cart.go', /^✅ /u, 'src/cart_test.go', 'package src'],
  [go, 'scaffold create_test_file cart/cart.go', /^✅ /u, 'cart/cart_test.go', 'package cart'],
  [
    java,
    'scaffold create_test_file src/main/java/shop/Cart.java',
    /^✅ /u,
    'src/test/java/shop/CartTest.java',
    'package shop;',
  ],
  [script, 'scaffold create_test_file src/shopCart.ts', /^✅ /u, 'test/shopCart.test.ts', "'totalOf'"],
  [python, 'scaffold create_test_file src/cart.rs', /^❌ cannot tell where/u],
  [python, 'scaffold create_test_file notes.txt', /^❌ /u],
  [
    python,
    'scaffold create_skill release-notes What-changed',
    /^✅ /u,
    '.claude/skills/release-notes/SKILL.md',
    'name: release-notes',
  ],
  [python, 'scaffold create_skill Release What-changed', /^❌ /u],
  [python, 'visualize impact --entry rate', /^tests\/unit\/test_shop\.py\n$/u],
  [python, 'visualize blast_radius --entry rate', /"file": "tests\/unit\/test_shop\.py"/u],
  [python, 'visualize complexity', /"nodes": \[\]/u],
  [
    { 'lib/a.ts': "import '../ui/b.js';\n", 'ui/b.ts': '' },
    'visualize layers',
    /"from": "lib\/a\.ts",\s+"to": "ui\/b\.ts"/u,
  ],
  [go, 'visualize init_arch', /^✅ /u, 'docs/architecture/graphs/system_design.mmd', 'root["root"]'],
  [python, 'visualize --mode unified', /^✅ /u, 'docs/architecture/graphs/unified_graph.mmd', 'src_cart_py'],
  [python, 'spec-status docs/specs/STORY-009.md Done', /^❌ .*STORY-009/u],
  [python, 'spec-status docs/specs/none.md Done', /^❌ docs\/specs\/none\.md does not exist/u],
];

it.each(cases.map((one) => [one[1], one] as const))('%s', async (line, [files, , out, file, part = '']) => {
  const cwd = projectOf(files);
  const said = await run({ cwd }, 'pactkit', ...line.split(' '));
  expect(said.out, said.err).toMatch(out);
  expect(said.code === 0).toBe(!said.out.startsWith('❌'));
  if (file !== undefined) expect(readFileSync(path.join(cwd, file), 'utf8')).toContain(part);
});

it.each([
  [python, 'STORY-001', 'User logs in', 'tests/e2e/test_story_al_001_user_logs_in.py'],
  [script, 'STORY-001', 'User logs in', 'test/e2e/story-001-user-logs-in.test.ts'],
  [java, 'STORY-001', 'User logs in', 'src/test/java/Story001UserLogsInTest.java'],
])('an end-to-end test is named after item and scenario: %#', async (files, item, scenario, file) => {
  const cwd = projectOf(files);
  await run({ cwd }, 'pactkit', 'scaffold', 'create_spec', item, 'Cart');
  expect(await run({ cwd }, 'pactkit', 'scaffold', 'create_e2e_test', item, scenario)).toMatchObject({ code: 0 });
  expect(existsSync(path.join(cwd, file))).toBe(true);
});

it('starts the branch of the item as it is called, or with the prefix of the developer', async () => {
  const { folder, git } = gitRepository();
  writeFiles(folder, { 'docs/specs/README.md': '', ...python });
  await run({ cwd: folder }, 'pactkit', 'scaffold', 'create_spec', 'STORY-001', 'Cart');
  git('add', '.');
  git('commit', '-qm', 'start');
  expect(await run({ cwd: folder }, 'pactkit', 'scaffold', 'git_start', '[STORY-001]')).toMatchObject({ code: 0 });
  expect(git('branch', '--show-current').trim()).toBe('feature/STORY-al-001');
});

it.each([
  ['board shuffle', 'pactkit board has no "shuffle"'],
  ['board list_storys', 'did you mean pactkit board list_stories?'],
  ['board', 'pactkit board is incomplete: add add_story, '],
  ['doktor', 'pactkit has no "doktor"; did you mean pactkit doctor?'],
])('what is missing is named: %s', async (line, message) => {
  expect(await run({ cwd: temporaryFolder() }, 'pactkit', ...line.split(' '))).toMatchObject({
    code: 2,
    err: expect.stringContaining(message) as unknown,
  });
});
