import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { has, unless } from '../../support/hasProgram.js';
import { cleanSpec } from '../../support/projectTexts.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

interface Opened {
  readonly root: string;
  readonly ask: (...args: readonly string[]) => Promise<CliRun>;
  readonly read: (file: string) => string;
}

function open(files: Readonly<Record<string, string>>): Opened {
  const root = temporaryFolder(files);
  const env = { XDG_CACHE_HOME: temporaryFolder() };
  return {
    root,
    ask: (...args) => run({ cwd: root, env, now: Date.UTC(2026, 2, 1, 12) }, ...args),
    read: (file) => readFileSync(path.join(root, file), 'utf8'),
  };
}

const specs = { 'docs/specs/STORY-001.md': cleanSpec() };
const head = '| Date | Lesson | Context |\n|------|--------|---------|\n';
const rows = (count: number): string =>
  Array.from({ length: count }, (_, at) => `| 2025-12-01 | l${at} m${at}.ts | c |\n`).join('');

describe('operations on documents, on disk', () => {
  it('make the archive of a month, and add to it', async () => {
    const lessons = 'docs/architecture/governance/lessons.md';
    const archive = 'docs/architecture/governance/archive/lessons_archive_202512.md';
    const { ask, read } = open({ ...specs, [lessons]: head + rows(50) });
    expect(await ask('lesson-append', 'See a.ts', '--item', 'STORY-001')).toEqual({
      code: 0,
      out: `added the lesson to ${lessons}, and moved the first row to ${archive}\n`,
      err: '',
    });
    const planned = await ask('lesson-append', 'Read b.ts', '--item', 'STORY-001', '--dry-run');
    expect(planned.out).toContain(`--- ${archive}\n+++ ${archive}\n`);
    expect((await ask('lesson-append', 'Read b.ts', '--item', 'STORY-001')).code).toBe(0);
    expect(read(archive)).toBe(`# Lessons Archive (2025-12)\n\n${head}${rows(2)}`);
    expect(read(lessons)).toBe(
      `${head}${rows(50).split('\n').slice(2).join('\n')}| 2026-03-01 | See a.ts | STORY-001 |\n| 2026-03-01 | Read b.ts | STORY-001 |\n`,
    );
  });

  it('answer next-id with the id alone', async () => {
    expect(await open(specs).ask('next-id', 'bug')).toEqual({ code: 0, out: 'BUG-002\n', err: '' });
  });

  const archive = 'docs/product/archive/archive_202601.md';
  const circle = (folder: string) => (root: string) => {
    mkdirSync(path.dirname(path.join(root, folder)), { recursive: true });
    symlinkSync(path.basename(folder), path.join(root, folder));
  };
  it.each<[string, Readonly<Record<string, string>>, string, ((root: string) => void)?]>([
    ['an archive that is too large', { [archive]: 'a'.repeat(10 * 1024 * 1024 + 1) }, archive],
    ['an archive that is no text', { [archive]: '\0' }, archive],
    ['a spec that is too large', { 'docs/specs/STORY-002.md': 'a'.repeat(1024 * 1024 + 1) }, 'STORY-002.md'],
    ['a board that is no text', { 'docs/product/sprint_board.md': '\0' }, 'sprint_board.md'],
    ['a prefix in a file that is no text', { '.claude/pactkit.yaml': '\0' }, '.claude/pactkit.yaml'],
    ['a prefix in a file that does not parse', { '.claude/pactkit.yaml': 'developer: "al' }, '.claude/pactkit.yaml'],
    [
      'an archive outside',
      { 'docs/product/archive/README.md': '' },
      archive,
      (root) => {
        symlinkSync(path.join(temporaryFolder({ 'a.md': '### [STORY-009] A\n' }), 'a.md'), path.join(root, archive));
      },
    ],
    ['a folder of archives that cannot be listed', {}, 'docs/product/archive', circle('docs/product/archive')],
  ])('name no next id where one may stand in %s', async (_, files, named, prepare) => {
    const { root, ask } = open({ ...specs, ...files });
    prepare?.(root);
    expect(await ask('next-id')).toMatchObject({ code: 1, out: '', err: expect.stringContaining(named) as string });
    const { out } = await ask('next-id', '--format', 'json');
    expect(out).toContain('"unreadable"');
  });

  it('need no file that tells the prefix where that is given', async () => {
    const { ask } = open({ ...specs, '.claude/pactkit.yaml': '\0' });
    expect(await ask('next-id', '--prefix', '')).toMatchObject({ code: 0, out: 'STORY-002\n' });
  });

  it('write the context', async () => {
    const { ask, read } = open(specs);
    expect(await ask('context', '--last-command', 'act STORY-001')).toMatchObject({ code: 0 });
    expect(read('docs/product/context.md')).toContain(
      '### Sprint Contract (STORY-001)\n- [ ] AC1: Reload keeps the cart\n',
    );
  });

  it('are in the general help', async () => {
    const { out } = await open(specs).ask('--help');
    for (const name of ['new-item', 'new-test-file', 'branch', 'next-id', 'set-status', 'lesson-append', 'schema'])
      expect(out).toContain(name);
  });
});

describe('a test file that was made', () => {
  const packageJson = '{ "type": "module", "scripts": { "test": "node --test" } }';

  it('is run by Node.js, and skipped', async () => {
    const { root, ask } = open({ ...specs, 'package.json': packageJson });
    expect((await ask('new-test-file', 'STORY-001')).out).toBe('created test/story-001.test.js with 1 test to write\n');
    const out = execFileSync(process.execPath, ['--test', '--test-reporter=tap', 'test/story-001.test.js'], {
      cwd: root,
      encoding: 'utf8',
      env: { PATH: process.env['PATH'] },
    });
    expect(out).toMatch(/ok 1 - STORY-001\/AC1 Reload keeps the cart # SKIP/);
    expect(out).toMatch(/# fail 0\n/);
  });

  it('fails where the mark is taken away and nothing is written', async () => {
    const { root, ask, read } = open({ ...specs, 'package.json': packageJson });
    await ask('new-test-file', 'STORY-001', '--path', 'test/a.test.mjs');
    const text = read('test/a.test.mjs').replace('it.skip', 'it');
    expect(() =>
      execFileSync(process.execPath, ['--input-type=module', '--eval', text], { cwd: root, stdio: 'ignore' }),
    ).toThrow();
  });

  it.skipIf(!has('python3', '--version'))(`is read by Python${unless('python3', '--version')}`, async () => {
    const { root, ask } = open({ ...specs, 'pyproject.toml': '' });
    await ask('new-test-file', 'STORY-001');
    execFileSync('python3', ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())', 'tests/test_story_001.py'], {
      cwd: root,
    });
  });

  it.skipIf(!has('rustc', '--version'))(`is read by Rust${unless('rustc', '--version')}`, async () => {
    const { root, ask } = open({ ...specs, 'Cargo.toml': '' });
    await ask('new-test-file', 'STORY-001');
    execFileSync('rustc', ['--test', '--emit=metadata', '--out-dir', root, 'tests/story_001.rs'], {
      cwd: root,
      stdio: 'pipe',
    });
  });
});
