import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { errors, lintJson } from '../../support/lintJson.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const clean = { 'docs/specs/STORY-001.md': cleanSpec() };
const broken = { ...clean, 'docs/specs/STORY-002.md': brokenSpec() };

describe('a baseline of lint', () => {
  it('lets an old project start clean and reports only what is new', async () => {
    const cwd = temporaryFolder(broken);
    const written = await run({ cwd }, 'lint', '--write-baseline');
    expect(written.code).toBe(0);
    expect(written.err).toMatch(/^pactwright: wrote .*baseline\.json with \d+ findings?\n$/);
    expect(written.out).toContain('No findings');
    expect((await lintJson(cwd)).json.findings).toEqual([]);
    writeFiles(cwd, { 'docs/specs/STORY-003.md': brokenSpec('STORY-003') });
    const { code, json } = await lintJson(cwd);
    expect([code, errors(json)]).toEqual([1, ['docs/specs/STORY-003.md E004']]);
  });

  it('stays byte for byte the same when it is written again', async () => {
    const cwd = temporaryFolder(broken);
    const file = path.join(cwd, '.pactwright', 'baseline.json');
    await run({ cwd }, 'lint', '--write-baseline');
    const first = readFileSync(file, 'utf8');
    await run({ cwd }, 'lint', '--write-baseline');
    expect(readFileSync(file, 'utf8')).toBe(first);
  });

  it('may be another file, shared by several projects', async () => {
    const cwd = temporaryFolder({
      'a/docs/specs/STORY-001.md': brokenSpec('STORY-001'),
      'b/docs/specs/STORY-002.md': brokenSpec('STORY-002'),
    });
    await run({ cwd }, 'lint', '--write-baseline', '--baseline', 'ci/known.json');
    expect(existsSync(path.join(cwd, 'ci', 'known.json'))).toBe(true);
    expect((await lintJson(cwd, '--baseline', 'ci/known.json')).json.findings).toEqual([]);
    expect((await lintJson(cwd)).code).toBe(1);
    const { out } = await run({ cwd }, 'lint', '--baseline', 'ci/known.json');
    expect(out).not.toContain('no longer found');
  });

  describe('of projects that have the same items', () => {
    const file = 'docs/specs/STORY-001.md';
    const shared = ['--baseline', 'ci/known.json'];
    const two = { [`a/${file}`]: brokenSpec('STORY-001'), [`b/${file}`]: brokenSpec('STORY-001') };

    it('has each finding of each, and those of another one are new', async () => {
      const cwd = temporaryFolder(two);
      const { findings } = (await lintJson(cwd)).json;
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length);
      const { err } = await run({ cwd }, 'lint', '--write-baseline', ...shared);
      expect(err).toContain(` with ${findings.length} findings`);
      expect(readFileSync(path.join(cwd, 'ci/known.json'), 'utf8')).toContain(`b/${file}: `);
      writeFiles(cwd, { [`c/${file}`]: brokenSpec('STORY-001') });
      expect(errors((await lintJson(cwd, ...shared)).json)).toEqual([`c/${file} E004`]);
      expect(errors((await lintJson(cwd, ...shared, 'b')).json)).toEqual([]);
      expect((await run({ cwd }, 'lint', ...shared)).out).not.toContain('no longer found');
      writeFiles(cwd, { [`a/${file}`]: cleanSpec() });
      expect((await run({ cwd }, 'lint', ...shared)).out).toContain('no longer found');
    });

    it('keeps the ids of a project in its own, wherever it is asked from', async () => {
      const cwd = temporaryFolder(two);
      await run({ cwd }, 'lint', '--write-baseline');
      for (const from of ['', 'a', 'a/docs/specs'])
        expect((await lintJson(path.join(cwd, from))).json.findings, from).toEqual([]);
      const own = ['--baseline', path.join(cwd, 'a/.pactwright/baseline.json')];
      expect((await lintJson(cwd, ...own, 'a')).json.findings).toEqual([]);
    });

    it('has the ids of a project as they are from anywhere in it', async () => {
      const cwd = path.join(temporaryFolder(two), 'a');
      const ids = async (folder: string): Promise<readonly string[]> =>
        (await lintJson(path.join(cwd, folder))).json.findings.map(({ id }) => id);
      expect(await ids('docs/specs')).toEqual(await ids('.'));
    });
  });

  it('calls no finding gone that is of another item than the one that was asked about', async () => {
    const cwd = temporaryFolder({
      ...clean,
      'docs/product/sprint_board.md': '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-009] A\n\n- [ ] B\n',
    });
    await run({ cwd }, 'lint', '--write-baseline');
    const { out } = await run({ cwd }, 'drift', 'STORY-001');
    expect(out).toContain('hidden by the baseline');
    expect(out).not.toContain('no longer found');
  });

  it('says how many of its findings are gone', async () => {
    const cwd = temporaryFolder(broken);
    await run({ cwd }, 'lint', '--write-baseline');
    writeFiles(cwd, { 'docs/specs/STORY-002.md': cleanSpec('STORY-002') });
    expect((await run({ cwd }, 'lint')).out).toMatch(/baseline entr(y|ies) no longer found/);
    expect((await run({ cwd }, 'lint', 'docs/specs/STORY-001.md')).out).not.toContain('no longer found');
  });

  it.each<[string, Readonly<Record<string, string>>, string[], RegExp]>([
    ['that does not exist', {}, ['--baseline', 'no.json'], /no\.json does not exist.*--write-baseline\n$/],
    ['that cannot be read', { '.pactwright/baseline.json': '{' }, [], /baseline\.json: the baseline is not JSON.*\n$/],
    [
      'that cannot be written',
      { ci: '' },
      ['--write-baseline', '--baseline', 'ci/x/known.json'],
      /^pactwright: .*known\.json cannot be written, as its folder cannot be made \(.+\): .*--baseline\n$/,
    ],
    ['of a part', {}, ['--write-baseline', 'docs'], /--write-baseline takes no PATH.*\n$/],
  ])('%s is a wrong command line', async (_, files, args, message) => {
    const { code, out, err } = await run({ cwd: temporaryFolder({ ...broken, ...files }) }, 'lint', ...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(message);
  });
});
