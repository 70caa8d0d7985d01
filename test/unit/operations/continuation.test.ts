import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Refused } from '../../../server/src/operations/errorCodes.js';
import { carryOutOn } from '../../support/checkOperation.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { createGitFacts } from '../../support/gitFixture.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';

const spec = (more = ''): string => `# STORY-001: Keep the cart

| Field | Value |
|---|---|
| ID | STORY-001 |
| Status | In Progress |
| Priority | P1 |
| Release | 1.0.0 |

## Background

Carts are lost.

## Requirements

### R1: Save the cart (MUST)

The shop MUST save the cart.${more}

## Acceptance Criteria

### AC1: The cart is saved (R1)

- **Given** a cart
- **When** the page is closed
- **Then** it is saved

## Security Scope

| Check | Applicable | Reason |
|---|---|---|
| SEC-1 | No | None |
`;

const board = (...tasks: readonly string[]): string =>
  `# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n${tasks.join('\n')}\n\n## ✅ Done\n`;
const testFile = (first = 'it', second = ''): string =>
  `import { it } from 'vitest';\n${first}('STORY-001/AC1: is saved', () => {});\n${second}`;

const boardPath = 'docs/product/sprint_board.md';
const testPath = 'test/cart.test.ts';
const kept = '.pactkit/continuations/STORY-001.json';
const lintPass = { spec_lint: 'pass' };
const exits = (code: number): object => ({ story_tests: { exit_code: code } });
const all = { ...lintPass, ...exits(0), regression: 'pass', lint: 'pass' };

const planned = '2026-01-05T09:00:00Z';

/** What is known of the project: what an operation is planned on, and nothing else. */
interface Story {
  readonly files: Record<string, string>;
  /** Of the commits, which is the newest. */
  readonly history: { tip: string };
  readonly say: (operation: string, input: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly step: (name: string, evidence: object, more?: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly resume: () => Promise<string>;
}

function story(): Story {
  const files: Record<string, string> = {
    'docs/specs/STORY-001.md': spec(),
    [boardPath]: board('- [ ] Write it', '- [ ] Polish it'),
  };
  const history = { tip: 'plan' };
  const say: Story['say'] = async (operation, input) => {
    const { sources } = codeFactsOf(Object.entries(files).map(([path, text]) => ({ path, text })));
    const git = createGitFacts({ commits: [{ id: history.tip, at: planned, subject: 'STORY-001: plan' }] });
    try {
      const { plan, changed } = await carryOutOn({ operation, input, files, sources, git });
      for (const [path, text] of Object.entries(changed)) if (text !== undefined) files[path] = text;
      return `0 ${plan.answer.message}`;
    } catch (error) {
      if (error instanceof Refused) return `1 ${error.message}`;
      throw error;
    }
  };
  return {
    files,
    history,
    say,
    step: (step, evidence, more = {}) =>
      say('continuation checkpoint', { item: 'STORY-001', step, evidence: JSON.stringify(evidence), ...more }),
    resume: () => say('continuation resume', { item: 'STORY-001' }),
  };
}

/** Up to the step `red`. */
async function begun(): Promise<Story> {
  const one = story();
  await one.step('preflight', lintPass);
  one.files[testPath] = testFile('it', "it('STORY-001/R1: stays', () => {});\n");
  expect(await one.step('red', exits(1))).toMatch(/^0 /u);
  return one;
}

describe('continuation', () => {
  test('survives, on the command line and with git, what honest work does between the steps: tests, code, ticks, commits', async () => {
    const repository = gitRepository();
    repository.commit('STORY-001: plan', story().files);
    const say = async (...words: readonly string[]): Promise<string> => {
      const { code, out, err } = await run({ cwd: repository.folder }, 'continuation', ...words);
      return `${code} ${out}${err}`.trim();
    };
    const step = (name: string, evidence: object, ...more: readonly string[]): Promise<string> =>
      say('checkpoint', 'STORY-001', '--step', name, '--evidence', JSON.stringify(evidence), ...more);
    const resume = (): Promise<string> => say('resume', 'STORY-001');
    expect(await resume()).toBe('0 STORY-001: start fresh with preflight');
    expect(await step('preflight', lintPass)).toMatch(/^0 STORY-001: preflight in_progress/u);
    repository.write({ [testPath]: testFile() });
    expect(await step('red', exits(1))).toMatch(/^0 /u);
    expect(await resume()).toContain('continue with green (red is done)');
    repository.commit('STORY-001: write it', {
      'src/cart.ts': '',
      [boardPath]: board('- [x] Write it', '- [ ] Polish it'),
    });
    expect(await step('green', exits(0))).toMatch(/^0 /u);
    expect(await step('regression_lint', { regression: 'pass', lint: 'pass' })).toMatch(/^0 /u);
    expect(await step('sync_coverage', all)).toContain('the task "Polish it" is open');
    repository.write({ [boardPath]: board('- [x] Write it', '- [x] Polish it') });
    expect(await step('sync_coverage', all)).toMatch(/^0 STORY-001: sync_coverage completed/u);
    expect(await resume()).toBe('0 STORY-001: completed');
    expect(await step('sync_coverage', all)).toContain('is completed: begin again with --fresh');
    expect(await step('preflight', lintPass, '--fresh')).toMatch(/^0 /u);
  });

  test.each<readonly [string, (story: Story) => void, string]>([
    [
      'a changed spec',
      ({ files }) => (files['docs/specs/STORY-001.md'] = spec(' Or not.')),
      'the spec was changed after it was agreed',
    ],
    [
      'a dropped task',
      ({ files }) => (files[boardPath] = board('- [ ] Write it')),
      'the task "Polish it" was removed or reworded',
    ],
    [
      'a lost test',
      ({ files }) => (files[testPath] = testFile()),
      'the test test/cart.test.ts > STORY-001/R1: stays is gone',
    ],
    [
      'a skipped test',
      ({ files }) => (files[testPath] = testFile('it.skip', "it('STORY-001/R1: stays', () => {});\n")),
      'the test test/cart.test.ts > STORY-001/AC1: is saved is skipped now',
    ],
    ['history that was rewritten', ({ history }) => (history.tip = 'another'), 'history was rewritten'],
    [
      'a checkpoint that was edited by hand',
      ({ files }) => (files[kept] = '{"schema_version":1,"step_id":"regression_lint"}'),
      'was edited by hand',
    ],
  ])('ends with %s', async (_what, dishonest, said) => {
    const one = await begun();
    const { step, resume } = one;
    dishonest(one);
    expect(await resume()).toMatch(/^1 /u);
    expect(await resume()).toContain(said);
    expect(await step('green', exits(0))).toContain(said);
  });

  test('lets no step be skipped, and takes no evidence that contradicts what is so', async () => {
    const { step } = story();
    expect(await step('red', exits(1))).toContain('red is not due: the next step is preflight');
    expect(await step('preflight', {})).toContain('preflight needs the evidence spec_lint: "pass"');
    expect(await step('preflight', lintPass)).toMatch(/^0 /u);
    expect(await step('red', exits(1))).toContain('no test names the item, so none can be red');
    expect(await step('green', exits(0))).toContain('green is not due: the next step is red');
    expect(await step('red', exits(1), { status: 'blocked', blocker: 'no runner' })).toMatch(/^0 .*blocked/u);
  });

  test('writes down no secret and no home folder', async () => {
    const { step, files } = story();
    await step('preflight', {
      ...lintPass,
      log: 'in /home/ada/shop with ghp_0123456789abcdefghijABCD',
      long: 'x'.repeat(900),
    });
    expect(files[kept]).toContain('"log": "in ~/shop with ***"');
    expect(files[kept]).not.toContain('x'.repeat(501));
  });
});

describe('redetect-stack', () => {
  const redetect = async (yaml: string, files: Readonly<Record<string, string>>): Promise<string> => {
    const all = { '.claude/pactkit.yaml': yaml, ...files };
    const { changed } = await carryOutOn({ operation: 'redetect-stack', input: {}, files: all, sources: [] });
    return changed['.claude/pactkit.yaml'] ?? yaml;
  };
  test.each([
    [
      '# ours\nstack: python # old\ndeveloper: ada\n',
      { 'package.json': '' },
      '# ours\nstack: node # old\ndeveloper: ada\n',
    ],
    ['stack: [python, node]\n', { 'go.mod': '', 'pom.xml': '' }, 'stack: [go, java]\n'],
    ['# ours\ndeveloper: ada\n', { 'web/package.json': '' }, '# ours\nstack: node\ndeveloper: ada\n'],
    ['stack: node\n', { 'package.json': '' }, 'stack: node\n'],
    ['stack:\n  - python\n  - go\n', { 'package.json': '' }, 'stack:\n   node\n'],
  ])('%j', async (yaml, files, expected) => {
    expect(await redetect(yaml, files)).toBe(expected);
  });

  test('is refused where no file says what the project is built with', async () => {
    await expect(redetect('stack: node\n', { 'a.txt': '' })).rejects.toThrow('no file at the root');
  });
});

describe('report', () => {
  test('is one page that holds all it needs, and is the same again', async () => {
    const repository = gitRepository();
    repository.commit('Begin', {
      '.pactwright/config.yaml': '',
      'src/a.ts':
        "import { b } from '../lib/b.js';\nexport class A extends B {}\nexport function a() {\n  return b();\n}\n",
      'lib/b.ts': 'export function b() {\n  return "<b>";\n}\n',
    });
    const { code, out } = await run({ cwd: repository.folder }, 'report', '--output', 'out/page.html');
    expect({ code, out }).toEqual({ code: 0, out: 'wrote out/page.html\n' });
    const page = readFileSync(`${repository.folder}/out/page.html`, 'utf8');
    expect([...page.matchAll(/<label for="t\d">([^<]*)/gu)].map(([, title]) => title)).toEqual([
      'Modules',
      'Files',
      'Classes',
      'Calls',
      'Complexity',
      'Garden (0)',
      expect.stringMatching(/^Doctor /u),
      'Audit',
    ]);
    expect(page).not.toMatch(/<script|<link|src=|href=|https?:/u);
    expect(page).toMatch(/<text[^>]*>src<\/text>[^]*<td>src\/a\.ts<\/td>/u);
    expect((await run({ cwd: repository.folder }, 'report', '--output', 'out/page.html')).out).toBe(
      'out/page.html is up to date\n',
    );
    expect(await run({ cwd: repository.folder }, 'report', '--output', '../page.html')).toMatchObject({ code: 2 });
  });
});
