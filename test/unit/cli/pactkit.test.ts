import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { allEntries } from '../../../server/src/doors/cli/run.js';
import { readCommandLine } from '../../../server/src/doors/cli/commandLine.js';
import { findCommand } from '../../../server/src/doors/cli/findCommand.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

/** All subcommands of PactKit 2.20. */
const subcommands =
  'init update upgrade spec-lint schema guard next-id clean regression context sec-scope lint-context lint-lessons lint-testcase visualize garden observe doctor audit report backfill-release issue-sync test-map lint lesson-append invariants-refresh coverage-gate spec-status redetect-stack version continuation spec-graph sync done-verify commit-gate deps interface-summary query'.split(
    ' ',
  );

/** Of those that have subcommands, one. */
const members: Readonly<Record<string, readonly string[]>> = { continuation: ['resume'], deps: ['check'] };

/** How its playbooks call it. */
const calls: readonly (readonly string[])[] = [
  ['guard'],
  ['next-id'],
  ['spec-lint', 'docs/specs/STORY-001.md'],
  ['spec-lint', '--all', '--specs-dir', 'docs/specs'],
  ['spec-status', 'docs/specs/STORY-001.md', 'In Progress'],
  ['sec-scope', 'src/a.py', 'src/b.py'],
  ['context'],
  ['context', '--continuation', '--last-command', 'act STORY-001', '--phase', 'green', '--blockers', 'none'],
  ['regression'],
  ['regression', 'src/a.py'],
  ['test-map', 'src/a.py'],
  ['lint', '--fix'],
  ['clean', '--stack', 'node', '--dry-run'],
  ['visualize', '--lazy'],
  ['visualize', '--mode', 'call', '--entry', 'main', '--focus', 'core', '--depth', '2', '--max-nodes', '50'],
  ['doctor'],
  ['coverage-gate', 'src/a.py'],
  ['lesson-append', '--story', 'STORY-001', '--text', 'cart.py was wrong', '--context', 'cart'],
  ['invariants-refresh', '--test-count', '120'],
  ['lint-context'],
  ['lint-lessons', 'docs/architecture/governance/lessons.md'],
  ['lint-testcase', 'docs/test_cases/STORY-001_case.md'],
  ['audit', '--append', '--if-needed', 'STORY-001'],
  ['issue-sync', 'BUG-001'],
  ['backfill-release', '1.4.0'],
  ['schema', 'spec'],
  ['schema', '--all'],
  ['update', '--format', 'claude', '--if-needed'],
  ['init', '--format', 'classic', '--agent', 'claude', '--no-git', '--no-external', '--non-interactive', '-t', 'x'],
  ['upgrade', '--allow-adapter-skew'],
  ['guard', '-C', 'shop'],
  ['redetect-stack'],
  ['version'],
  ['sync'],
  ['deps', 'check', '--json'],
  ['interface-summary', 'src/a.py'],
  ['report', '--all', '--input', 'a.mmd', '--output', 'a.html'],
  ['commit-gate', '--install-git-hook'],
  ['continuation', 'verify', 'STORY-001'],
  ['continuation', 'status', 'STORY-001'],
  ['audit', '--json', '--layer', 'H1', '--verbose'],
  ['observe', '--report', '--json'],
  ['done-verify', 'STORY-001'],
  ['commit-gate', '--hook'],
  ['spec-graph', '--json', '--write-graph'],
  ['continuation', 'checkpoint', 'STORY-001', '--step', 'red', '--evidence', '{"story_tests":{"exit_code":1}}'],
  ['continuation', 'resume', 'STORY-001'],
  ['deps', 'install', '--yes'],
  ['query', '--chain', 'main', '--down'],
  ['garden', '--json', '--scope', 'src'],
  ['board', 'add_story', 'STORY-001', 'Save the cart', 'Model|View'],
  ['board', 'update_task', 'STORY-001', 'Write', 'the', 'tests'],
  ['board', 'move_story', 'STORY-001', 'in_progress'],
  ['board', 'list_stories'],
  ['board', 'archive'],
  ['board', 'fix_board'],
  ['board', 'snapshot', '1.4.0'],
  ['scaffold', 'create_spec', 'STORY-001', 'Save the cart'],
  ['scaffold', 'create_test_file', 'src/cart.py'],
  ['scaffold', 'create_e2e_test', 'STORY-001', 'A customer pays'],
  ['scaffold', 'git_start', '[STORY-001]'],
  ['scaffold', 'create_board'],
  ['scaffold', 'create_prd', 'Shop'],
];

test('every subcommand is there, and in the guide', async () => {
  const guide = readFileSync(path.join(import.meta.dirname, '../../../docs/guide/from-pactkit.md'), 'utf8');
  for (const name of subcommands) {
    const words = [name, ...(members[name] ?? [])];
    const command = { name: ['pactkit', ...words].join(' ') };
    expect(await findCommand(['pactkit', ...words], allEntries)).toMatchObject({ command });
    expect(guide, name).toContain(`\`${name}\``);
  }
});

test.each(calls.map((words) => [words.join(' '), words]))('the options of %s are read', async (_line, words) => {
  const found = await findCommand(['pactkit', ...words], allEntries);
  if ('members' in found) throw new Error('it names no subcommand');
  expect(() => readCommandLine(found.command, found.rest)).not.toThrow();
});

const spec = (status: string): string => `# STORY-001: Cart

| Field | Value |
|---|---|
| ID | STORY-001 |
| Status | ${status} |
| Priority | P1 |
| Release | 1.0.0 |
`;

describe('the lines of PactKit', () => {
  test('of spec-lint: each finding with its line, and the result', async () => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': spec('Draft') });
    const { code, out } = await run({ cwd }, 'pactkit', 'spec-lint', 'docs/specs/STORY-001.md');
    expect(code).toBe(1);
    expect(out).toMatch(/^docs\/specs\/STORY-001\.md\n {2}\[ERROR\] E003: .*\(line \d+\)\n/u);
    expect(out).toMatch(/\n {2}Result: FAIL \(\d+ error\(s\), \d+ warning\(s\)\)\n$/u);
  });

  test('of spec-status, which sets the metadata alone', async () => {
    const text = `${spec('Draft')}\n| Status | Code |\n|---|---|\n| Status | 200 |\n`;
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': text });
    const given = ['pactkit', 'spec-status', 'docs/specs/STORY-001.md', 'In Progress'];
    expect(await run({ cwd }, ...given)).toMatchObject({ code: 0, out: expect.stringMatching(/^✅ /u) as unknown });
    expect(readFileSync(path.join(cwd, 'docs/specs/STORY-001.md'), 'utf8')).toBe(text.replace('Draft', 'In Progress'));
  });

  test('of context: its path, and no session is left in it', async () => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': spec('Draft') });
    const said = await run({ cwd }, 'pactkit', 'context', '--continuation', '--last-command', '# act STORY-001\nmore');
    expect(said).toMatchObject({ code: 0, out: 'docs/product/context.md\n' });
    const text = (): string => readFileSync(path.join(cwd, 'docs/product/context.md'), 'utf8');
    expect(text()).toContain('Last Command: act STORY-001\n');
    await run({ cwd }, 'pactkit', 'context');
    expect(text()).not.toContain('Last Command');
  });

  test('of doctor: a tag for each finding, and the health', async () => {
    const board =
      '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-002] Pay\n> Spec: docs/specs/STORY-002.md\n\n- [ ] Pay\n';
    const cwd = temporaryFolder({
      'docs/specs/STORY-001.md': spec('Draft'),
      'docs/product/sprint_board.md': `${board}\n## 🔄 In Progress\n\n## ✅ Done\n`,
    });
    const { code, out } = await run({ cwd }, 'pactkit', 'doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/^Orphaned: docs\/specs\/STORY-001\.md:1 /mu);
    expect(out).toMatch(/^Missing: docs\/product\/sprint_board\.md:5 /mu);
    expect(out).toMatch(/\nHealth: NEEDS ATTENTION\n$/u);
    const nothing = await run({ cwd: temporaryFolder() }, 'pactkit', 'doctor');
    expect(nothing.code).toBe(0);
    expect(nothing.out).toMatch(/^Hint: No project .*\nHealth: OK\n$/u);
  });

  test('of garden: a type, a file and a line, in a folder alone where that is asked for', async () => {
    const cwd = temporaryFolder({ 'src/a.py': 'import os\n\nprint(1)\n', 'lib/b.py': 'import sys\n' });
    expect(await run({ cwd }, 'pactkit', 'garden')).toMatchObject({
      code: 1,
      out: 'DEAD-IMPORT: lib/b.py:1 sys is imported and not used\nDEAD-IMPORT: src/a.py:1 os is imported and not used\n',
    });
    const { out } = await run({ cwd }, 'pactkit', 'garden', '--json', '--scope', 'src');
    expect(JSON.parse(out)).toEqual({
      findings: [{ type: 'DEAD-IMPORT', file: 'src/a.py', line: 1, message: 'os is imported and not used' }],
      total: 1,
    });
    expect(await run({ cwd }, 'pactkit', 'garden', '--scope', '..')).toMatchObject({ code: 2, out: '' });
  });

  test('of query: name, file and line', async () => {
    const cwd = temporaryFolder({ 'src/a.py': 'def low():\n    pass\n\n\ndef high():\n    low()\n' });
    expect(await run({ cwd }, 'pactkit', 'query', '--callers', 'low', '--db', 'x')).toMatchObject({
      code: 0,
      out: 'high (src/a.py:5)\n',
    });
    expect(await run({ cwd }, 'pactkit', 'query', '--chain', 'high', '--down')).toMatchObject({
      out: 'low (src/a.py:1)\n',
    });
  });

  test('of init: nothing is written outside the project', async () => {
    const cwd = temporaryFolder({ 'package.json': '{}' });
    const { code, out, err } = await run({ cwd }, 'pactkit', 'init', '--format', 'all', '-t', 'x');
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('Pactwright writes into the project alone, never into your home folder');
  });

  test.each([
    ['init, for Claude Code where PactKit was not', {}, 'init', ['claude']],
    [
      'update, for the agents that PactKit was set up for',
      { '.codex/pactkit.yaml': '', '.github/pactkit.yaml': '' },
      'update',
      ['codex', 'copilot'],
    ],
    ['upgrade --format opencode --agent generic', { '.claude/pactkit.yaml': '' }, 'upgrade', ['agents', 'opencode']],
  ])('of %s', async (_name, files, command, agents) => {
    const cwd = temporaryFolder({ 'package.json': '{}', ...files });
    const options = command === 'upgrade' ? ['--format', 'opencode', '--agent', 'generic'] : [];
    expect(await run({ cwd }, 'pactkit', command, ...options)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^✅ set up: /u) as unknown,
    });
    const deployed = readFileSync(path.join(cwd, '.pactwright/deployed.json'), 'utf8');
    expect(JSON.parse(deployed)).toMatchObject({ agents });
    expect((await run({ cwd }, 'pactkit', 'update')).out).toMatch(/^✅ nothing to change/u);
  });

  test('of guard: a line for each part that is missing', async () => {
    const cwd = temporaryFolder({ '.claude/pactkit.yaml': '', 'docs/specs/STORY-001.md': spec('Draft') });
    expect(await run({ cwd: temporaryFolder() }, 'pactkit', 'guard', '-C', cwd)).toMatchObject({
      code: 1,
      out: '❌ Missing: board (`pactwright new-board`)\n❌ Missing: graphs (`pactwright draw-graphs`)\n',
    });
    const whole = { 'docs/product/sprint_board.md': '', 'docs/architecture/graphs/a.mmd': '' };
    writeFiles(cwd, whole);
    expect(await run({ cwd }, 'pactkit', 'guard')).toMatchObject({ code: 0, out: '✅ PASS: the project is set up\n' });
  });

  test('of coverage-gate: the worst of the files, and an exit code that says so', async () => {
    const cwd = temporaryFolder({
      'src/latest.py': 'x = 1\n',
      'coverage.xml':
        '<coverage><class filename="src/latest.py"><lines><line number="1" hits="0"/></lines></class></coverage>',
    });
    const { code, out } = await run({ cwd }, 'pactkit', 'coverage-gate', 'src/latest.py');
    expect({ code, said: JSON.parse(out) as unknown }).toEqual({
      code: 1,
      said: { overall: 'block', files: [{ file: 'src/latest.py', coverage: 0, level: 'block' }] },
    });
    expect((await run({ cwd }, 'pactkit', 'coverage-gate')).out).toContain('"overall":"skip"');
  });

  test.each([
    ['no report, and no command', {}, { code: 0, overall: 'skip' }],
    ['a report that cannot be read', { 'coverage.xml': '<html/>' }, { code: 1, overall: 'unknown' }],
    [
      'a command that fails, beside an old report',
      {
        'coverage.xml':
          '<coverage><class filename="src/a.py"><lines><line number="1" hits="1"/></lines></class></coverage>',
        '.pactwright/config.yaml': 'gates:\n  commands:\n    coverage: [node, -e, process.exit(1)]\n',
      },
      { code: 0, overall: 'pass' },
    ],
  ])('of coverage-gate with %s', async (_name, files, expected) => {
    const cwd = temporaryFolder({ 'src/a.py': 'x = 1\n', ...files });
    const { code, out } = await run({ cwd }, 'pactkit', 'coverage-gate', 'src/a.py');
    const { overall } = JSON.parse(out) as { overall: string }; // what it prints
    expect({ code, overall }).toEqual(expected);
  });

  test('of issue-sync: skipped without a tracker, and for stories', async () => {
    const cwd = temporaryFolder({ '.claude/pactkit.yaml': 'issue_tracker:\n  provider: github\n' });
    const ask = (folder: string, id: string) => run({ cwd: folder }, 'pactkit', 'issue-sync', id);
    expect(await ask(temporaryFolder(), 'BUG-001')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^skipped: /u) as unknown,
    });
    expect((await ask(cwd, 'STORY-001')).out).toBe('skipped: stories stay private\n');
    expect((await ask(cwd, 'BUG-001')).out).not.toContain('skipped');
  });

  test('of commit-gate in a hook: other commands pass, and a red test ends with 2', async () => {
    const repository = gitRepository();
    repository.commit('Begin', {
      'package.json': '{"scripts":{"test":"node --test"}}',
      'test/a.test.mjs': "import test from 'node:test';\ntest('a', () => {});\n",
    });
    repository.write({
      'test/a.test.mjs': "import test from 'node:test';\ntest('a', () => { throw new Error('x'); });\n",
    });
    const call = (command: string) =>
      run(
        {
          cwd: repository.folder,
          env: { PATH: process.env['PATH'] ?? '' },
          input: JSON.stringify({ tool_input: { command } }),
        },
        ...['pactkit', 'commit-gate', '--hook'],
      );
    expect(await call('git status')).toMatchObject({ code: 0, out: '' });
    expect(await call('git commit --no-verify -am x && tail -n 5 log')).toMatchObject({
      code: 2,
      out: expect.stringMatching(/^red /u) as unknown,
    });
  });

  test('of continuation: start_fresh, resume_at, blocked', async () => {
    const repository = gitRepository();
    const whole = `${spec('Draft')}\n## Requirements\n\n### R1: Keep it (MUST)\n\nIt MUST.\n\n## Acceptance Criteria\n\n### AC1: Kept (R1)\n\n- **Given** a\n- **When** b\n- **Then** c\n\n## Security Scope\n\n| Check | Applicable | Reason |\n|---|---|---|\n| SEC-1 | No | None |\n`;
    repository.commit('Begin', { 'docs/specs/STORY-001.md': whole });
    const cwd = repository.folder;
    const state = async (): Promise<unknown> =>
      (JSON.parse((await run({ cwd }, 'pactkit', 'continuation', 'resume', 'STORY-001')).out) as { state: unknown })
        .state; // what it prints
    expect(await state()).toBe('start_fresh');
    repository.write({ 'evidence.json': '{"spec_lint":"pass"}' });
    const given = ['checkpoint', 'STORY-001', '--step', 'preflight', '--evidence', '@evidence.json'];
    expect(await run({ cwd }, 'pactkit', 'continuation', ...given)).toMatchObject({ code: 0 });
    expect(await state()).toBe('resume_at');
    repository.write({ 'docs/specs/STORY-001.md': whole.replace('It MUST.', 'It MUST NOT.') });
    expect(await state()).toBe('blocked');
  });
});
