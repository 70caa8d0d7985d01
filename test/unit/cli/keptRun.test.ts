import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../server/src/base/contentHash.js';
import { lintAgain, type Surroundings } from '../../support/lintAgain.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const files = {
  'docs/specs/STORY-001.md': brokenSpec('STORY-001'),
  'docs/test_cases/STORY-001.md': '# Test Cases: STORY-001\n',
  'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Cart\n\n- [ ] Model\n',
  'src/cart.ts': '',
};

const keptIn = (cache: string): string => path.join(cache, 'pactwright', 'lint');

describe('a lint that ran before', () => {
  it('is answered from what it said, to the letter', async () => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    const first = await lintAgain(cache, { cwd });
    expect(first).toMatchObject({ recalled: false, code: 1 });
    expect(first.out).toContain('E004');
    expect(await lintAgain(cache, { cwd })).toEqual({ ...first, recalled: true });
    const { code, out, err } = await run({ cwd }, 'lint');
    expect({ code, out, err, recalled: false }).toEqual(first);
  });

  it.each<[string, Readonly<Record<string, string>>]>([
    ['a spec', { 'docs/specs/STORY-001.md': cleanSpec('STORY-001') }],
    ['a new spec', { 'docs/specs/STORY-002.md': brokenSpec('STORY-002') }],
    ['a new project', { 'apps/one/docs/specs/STORY-001.md': brokenSpec('STORY-001') }],
    ['the board', { 'docs/product/sprint_board.md': '' }],
    ['a new configuration', { '.pactwright/config.yaml': 'rules:\n  E004: off\n' }],
    ['a new baseline', { '.pactwright/baseline.json': '{ "version": 1, "findings": [] }' }],
    ['a file with other options', { '.pactwright/config.yaml': 'paths:\n  specs: specs\n' }],
  ])('is done anew after a change of %s', async (_, change) => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    await lintAgain(cache, { cwd });
    writeFiles(cwd, change);
    const { code, out, err } = await run({ cwd }, 'lint');
    expect(await lintAgain(cache, { cwd })).toEqual({ code, out, err, recalled: false });
    expect(await lintAgain(cache, { cwd })).toEqual({ code, out, err, recalled: code !== 2 });
  });

  it('does not mind what it never looked at', async () => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    await lintAgain(cache, { cwd });
    writeFiles(cwd, { 'src/cart.ts': 'export const cart = 1;\n' });
    expect(await lintAgain(cache, { cwd })).toMatchObject({ recalled: true });
  });

  it.each<[string, Omit<Surroundings, 'cwd'>, readonly string[]]>([
    ['another option', {}, ['--format', 'json']],
    ['a terminal', { terminal: true }, []],
    ['NO_COLOR', { env: { NO_COLOR: '1' } }, []],
    ['GITHUB_WORKSPACE', { env: { GITHUB_WORKSPACE: '/elsewhere' } }, []],
    ['another build', { build: 'other' }, []],
  ])('is another one with %s', async (_, surroundings, args) => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    await lintAgain(cache, { cwd });
    expect(await lintAgain(cache, { cwd, ...surroundings }, ...args)).toMatchObject({ recalled: false });
    expect(await lintAgain(cache, { cwd, ...surroundings }, ...args)).toMatchObject({ recalled: true });
  });

  it('is another one in another folder', async () => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    await lintAgain(cache, { cwd });
    expect(await lintAgain(cache, { cwd: path.join(cwd, 'docs') })).toMatchObject({ recalled: false });
  });

  it.each([[['--git']], [['--fix']], [['--write-baseline']], [['--no-cache']], [['--help']], [['no-such-file.md']]])(
    'is not kept with %j',
    async (args) => {
      const cwd = temporaryFolder(files);
      const cache = temporaryFolder();
      await lintAgain(cache, { cwd }, ...args);
      expect(existsSync(path.join(cache, 'pactwright', 'lint'))).toBe(false);
    },
  );

  it('is done anew where what was kept is damaged', async () => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    const first = await lintAgain(cache, { cwd });
    const [name = ''] = readdirSync(keptIn(cache));
    const file = path.join(keptIn(cache), name);
    const text = readFileSync(file, 'utf8');
    const signed = (content: string): string => `${contentHash(content)}\n${content}`;
    for (const damaged of [
      '',
      text.slice(0, -1),
      text.replace('E004', 'E005'),
      `\n${text}`,
      signed('{}'),
      signed('{'),
      signed('{"answers":[],"documents":[],"said":{"err":"x"}}'),
    ]) {
      writeFileSync(file, damaged);
      expect(await lintAgain(cache, { cwd })).toEqual(first);
    }
  });

  it.skipIf(process.platform === 'win32')('is kept for its owner alone', async () => {
    const cache = temporaryFolder();
    await lintAgain(cache, { cwd: temporaryFolder(files) });
    const modes = readdirSync(keptIn(cache)).map((name) => statSync(path.join(keptIn(cache), name)).mode & 0o777);
    expect(modes).toEqual([0o600]);
  });

  it('is answered where nothing can be kept, too', async () => {
    const cwd = temporaryFolder(files);
    const cache = path.join(temporaryFolder({ file: '' }), 'file');
    const first = await lintAgain(cache, { cwd });
    expect(await lintAgain(cache, { cwd })).toEqual(first);
    expect(first).toMatchObject({ code: 1, err: '', recalled: false });
  });

  it('makes room for others after a while', async () => {
    const cwd = temporaryFolder(files);
    const cache = temporaryFolder();
    const named = (age: number): string => `${String(age).padStart(64, '0')}.json`;
    writeFiles(keptIn(cache), { 'of somebody else': '' });
    for (let age = 1; age <= 40; age++) {
      const old = path.join(keptIn(cache), named(age));
      writeFileSync(old, '');
      const writtenAt = Date.now() / 1_000 - 60 * age;
      utimesSync(old, writtenAt, writtenAt);
    }
    await lintAgain(cache, { cwd });
    const left = readdirSync(keptIn(cache));
    expect(left).toHaveLength(31);
    expect(left).toEqual(expect.arrayContaining([named(29), 'of somebody else']));
    expect(left).not.toContain(named(30));
    expect(await lintAgain(cache, { cwd })).toMatchObject({ recalled: true });
  });
});
