import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem } from '../../../server/src/host/fileSystem.js';
import type { FileSystem } from '../../../server/src/workspace/ports.js';
import { errors, lintJson, type LintJson } from '../../support/lintJson.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const clean = { 'docs/specs/STORY-001.md': cleanSpec() };
const broken = { ...clean, 'docs/specs/STORY-002.md': brokenSpec() };

describe('lint', () => {
  it('exits with 0 where no finding is an error, 1 where one is', async () => {
    const good = await lintJson(temporaryFolder(clean));
    expect([good.code, errors(good.json), good.err]).toEqual([0, [], '']);
    const bad = await lintJson(temporaryFolder(broken));
    expect([bad.code, errors(bad.json), bad.err]).toEqual([1, ['docs/specs/STORY-002.md E004'], '']);
  });

  it('counts a file that is no document where it has a finding', async () => {
    const files = { ...clean, 'test/cart.test.js': "it('STORY-404: keeps the cart', () => {});\n" };
    const cwd = temporaryFolder(files);
    execFileSync('git', ['init', '-q'], { cwd });
    const { json } = await lintJson(cwd, '--git');
    const concerned = new Set(json.findings.map((finding) => finding.path));
    expect(concerned).toContain('test/cart.test.js');
    expect(json.files).toBe(new Set([...Object.keys(clean), ...concerned]).size);
  });

  it('prints nothing else than one JSON document of the agreed shape', async () => {
    const cwd = temporaryFolder(broken);
    const { json } = await lintJson(cwd);
    expect(Object.keys(json)).toEqual(['version', 'root', 'files', 'findings', 'counts']);
    expect(json).toMatchObject({ version: 1, root: cwd, files: 2 });
    const finding = json.findings.find(({ code }) => code === 'E004');
    expect(finding).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
      code: 'E004',
      rule: 'no-requirements',
      severity: 'error',
      path: 'docs/specs/STORY-002.md',
      range: { start: { line: 13, character: 3 }, end: { line: 13, character: 15 } },
      message: expect.any(String) as unknown,
      fix: { title: expect.any(String) as unknown, safe: false },
    });
    const counted = { error: 0, warning: 0, info: 0 };
    for (const { severity } of json.findings) if (severity in counted) counted[severity as keyof typeof counted]++;
    expect(json.counts).toEqual(counted);
  });

  describe('the root', () => {
    const several = {
      'apps/one/docs/specs/STORY-001.md': brokenSpec('STORY-001'),
      'apps/two/.pactwright/config.yaml': 'paths:\n  specs: specs\n',
      'apps/two/specs/STORY-001.md': brokenSpec('STORY-001'),
      'apps/two/node_modules/x/docs/specs/STORY-001.md': brokenSpec('STORY-001'),
    };

    it('may hold several projects, each on its own', async () => {
      const { json } = await lintJson(temporaryFolder(several));
      expect(errors(json)).toEqual(['apps/one/docs/specs/STORY-001.md E004', 'apps/two/specs/STORY-001.md E004']);
      expect(json.files).toBe(3);
    });

    it('is named by --root, and paths are relative to it', async () => {
      const cwd = temporaryFolder(several);
      const { json } = await lintJson(cwd, '--root', 'apps/two');
      expect(json.root).toBe(path.join(cwd, 'apps', 'two'));
      expect(errors(json)).toEqual(['specs/STORY-001.md E004']);
    });

    it('is the nearest project above where there is none below', async () => {
      const cwd = temporaryFolder({ ...several, 'apps/one/src/deep/main.ts': '' });
      const { json } = await lintJson(path.join(cwd, 'apps', 'one', 'src', 'deep'));
      expect(json.root).toBe(path.join(cwd, 'apps', 'one', 'src', 'deep'));
      expect(errors(json)).toEqual(['../../docs/specs/STORY-001.md E004']);
    });

    it.each<[args: string[], reported: string]>([
      [['STORY-001.md'], 'STORY-001.md E004'],
      [['.'], 'STORY-001.md E004'],
      [['..'], 'STORY-001.md E004'],
      [['--root', '.'], 'STORY-001.md E004'],
      [[], 'STORY-001.md E004'],
      [['--root', '..', 'STORY-001.md'], 'specs/STORY-001.md E004'],
      [['--root', '../..'], 'docs/specs/STORY-001.md E004'],
      [['../../../two/specs'], '../../../two/specs/STORY-001.md E004'],
    ])('is what was asked for, inside of a project too: %j', async (args, reported) => {
      const cwd = path.join(temporaryFolder(several), 'apps/one/docs/specs');
      const { json } = await lintJson(cwd, ...args);
      expect(errors(json)).toEqual([reported]);
      const root = args[0] === '--root' ? path.resolve(cwd, args[1] ?? '') : cwd;
      expect(json.root).toBe(root);
      const { out } = await run({ cwd, env: { GITHUB_WORKSPACE: root } }, 'lint', '--format', 'github', ...args);
      expect(out).toContain(`file=${reported.split(' ', 1)[0] ?? ''},`);
    });

    it('without any project around it is a wrong command line', async () => {
      const cwd = temporaryFolder({ 'src/main.ts': '' });
      const { code, out, err } = await run({ cwd }, 'lint');
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^pactwright: there is no project at, below or above .*docs\/specs.*\n$/);
      expect(await run({ cwd }, 'lint', '--root', 'nowhere')).toMatchObject({
        code: 2,
        err: `pactwright: the root ${path.join(cwd, 'nowhere')} is not a folder: specify one with --root\n`,
      });
    });
  });

  describe('a PATH', () => {
    const files = {
      ...broken,
      'docs/specs/STORY-003.md': brokenSpec('STORY-003'),
      'packages/a/docs/specs/STORY-004.md': brokenSpec('STORY-004'),
      'drafts/STORY-005.md': brokenSpec('STORY-005'),
      'drafts/notes.md': 'text',
      'src/main.ts': '',
    };

    it.each<[string[], string[]]>([
      [['docs/specs/STORY-002.md'], ['docs/specs/STORY-002.md E004']],
      [['docs/specs/STORY-001.md', './docs/specs/STORY-003.md'], ['docs/specs/STORY-003.md E004']],
      [['docs'], ['docs/specs/STORY-002.md E004', 'docs/specs/STORY-003.md E004']],
      [['docs/specs/'], ['docs/specs/STORY-002.md E004', 'docs/specs/STORY-003.md E004']],
      [['packages'], ['packages/a/docs/specs/STORY-004.md E004']],
      [['packages/a'], ['packages/a/docs/specs/STORY-004.md E004']],
      [['packages/a/docs/specs/STORY-004.md'], ['packages/a/docs/specs/STORY-004.md E004']],
      [['drafts/STORY-005.md'], ['drafts/STORY-005.md E004']],
      [['drafts'], ['drafts/STORY-005.md E004']],
      [
        ['.'],
        ['docs/specs/STORY-002.md E004', 'docs/specs/STORY-003.md E004', 'packages/a/docs/specs/STORY-004.md E004'],
      ],
      [['src'], []],
      [['drafts/notes.md'], []],
    ])('limits what is reported: %j', async (paths, expected) => {
      const { json } = await lintJson(temporaryFolder(files), ...paths);
      expect(errors(json)).toEqual(expected);
    });

    it('limits the report, not what documents are compared with', async () => {
      const surface =
        '\n## Dependency Surface\n\n| Field | Value |\n| --- | --- |\n| Depends on | STORY-001, STORY-404 |\n';
      const cwd = temporaryFolder({ ...clean, 'docs/specs/STORY-002.md': cleanSpec('STORY-002') + surface });
      const { out } = await run({ cwd }, 'lint', 'docs/specs/STORY-002.md', '--format', 'json', '--rule', 'E010=error');
      const found = (JSON.parse(out) as LintJson).findings.filter(({ code }) => code === 'E010');
      expect(found).toHaveLength(1);
    });

    it('to a spec outside any project is judged by itself, its folder as specs folder', async () => {
      const cwd = temporaryFolder({ 'flat/STORY-001.md': brokenSpec('STORY-001'), 'flat/STORY-002.md': brokenSpec() });
      const one = await lintJson(cwd, 'flat/STORY-002.md');
      expect([errors(one.json), one.json.files]).toEqual([['flat/STORY-002.md E004'], 1]);
      const folder = await lintJson(cwd, 'flat');
      expect(errors(folder.json)).toEqual(['flat/STORY-001.md E004', 'flat/STORY-002.md E004']);
      const absolute = await lintJson(cwd, path.join(cwd, 'flat', 'STORY-001.md'));
      expect(errors(absolute.json)).toEqual(['flat/STORY-001.md E004']);
    });

    it('that does not exist is a wrong command line', async () => {
      const cwd = temporaryFolder(broken);
      expect(await run({ cwd }, 'lint', 'docs/specs/STORY-404.md')).toEqual({
        code: 2,
        out: '',
        err: `pactwright: ${path.join(cwd, 'docs', 'specs', 'STORY-404.md')} does not exist\n`,
      });
    });

    it('where nothing is to judge is said, and is no error', async () => {
      const { code, err } = await run({ cwd: temporaryFolder(files) }, 'lint', 'src');
      expect(code).toBe(0);
      expect(err).toMatch(/^pactwright: nothing to check in .*src/);
    });

    it('that the configuration ignores stays ignored', async () => {
      const cwd = temporaryFolder({ ...broken, '.pactwright/config.yaml': 'ignore: ["STORY-002*"]\n' });
      const { json } = await lintJson(cwd, 'docs/specs/STORY-002.md');
      expect(json.files).toBe(0);
    });
  });

  describe('the configuration', () => {
    it('of the project sets severities, and --rule wins over it', async () => {
      const cwd = temporaryFolder({ ...broken, '.pactwright/config.yaml': 'rules:\n  E004: warning\n' });
      expect((await lintJson(cwd)).code).toBe(0);
      expect((await lintJson(cwd, '--rule', 'E004=error')).code).toBe(1);
      expect(
        (await lintJson(cwd, '--rule', 'no-requirements=off')).json.findings.map(({ code }) => code),
      ).not.toContain('E004');
    });

    it('of --config is used instead', async () => {
      const cwd = temporaryFolder({
        ...broken,
        '.pactwright/config.yaml': 'rules:\n  E004: off\n',
        'ci.yaml': 'rules:\n  E004: info\n',
      });
      const { json } = await lintJson(cwd, '--config', 'ci.yaml');
      expect(json.findings.find(({ code }) => code === 'E004')?.severity).toBe('info');
    });

    it.each<[string, Readonly<Record<string, string>>, string[], RegExp]>([
      [
        'does not parse',
        { '.pactwright/config.yaml': 'rules: [\n' },
        [],
        /^pactwright: the configuration .*config\.yaml, line \d: .+\n$/,
      ],
      [
        'is a folder',
        { '.pactwright/config.yaml/x': '' },
        [],
        /^pactwright: the configuration .*config\.yaml: This is a folder .*: replace it with a file, or remove it\n$/,
      ],
      ['of --config does not exist', {}, ['--config', 'no.yaml'], /no\.yaml does not exist\n$/],
      ['of --config does not parse', { 'ci.yaml': 'a: [\n' }, ['--config', 'ci.yaml'], /ci\.yaml, line \d+: .+\n$/],
      [
        'of --config has a key that does not exist',
        { 'ci.yaml': 'rulez: 1\n' },
        ['--config', 'ci.yaml'],
        /ci\.yaml, line 1: .+\n$/,
      ],
      ['of --config is a folder', { 'ci.yaml/x': '' }, ['--config', 'ci.yaml'], /ci\.yaml is a folder/],
    ])('that %s ends with 2 and one line', async (_, files, args, message) => {
      const { code, out, err } = await run({ cwd: temporaryFolder({ ...broken, ...files }) }, 'lint', ...args);
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(message);
      expect(err.split('\n')).toHaveLength(2);
    });

    it('can ask for the verdict of a PactKit version', async () => {
      const cwd = temporaryFolder(broken);
      const codes = (await lintJson(cwd, '--compat', '2.10.6')).json.findings.map(({ code }) => code);
      expect(codes).toContain('E004');
      expect(codes).not.toContain('W011');
    });
  });

  describe('warnings', () => {
    const args = ['--rule', 'E004=warning'];
    it.each([
      ['0', 1],
      ['100', 0],
    ])('more than --max-warnings %s exit with %i', async (most, code) => {
      expect((await lintJson(temporaryFolder(broken), ...args, '--max-warnings', most)).code).toBe(code);
    });
  });

  describe('--fix', () => {
    const board = '\uFEFF# Sprint Board\r\n\r\n## Backlog\r\n\r\n## 🔄 In Progress\r\n\r\n## ✅ Done';

    it('writes the certain fixes, keeps line ends and byte order mark, and reports what remains', async () => {
      const cwd = temporaryFolder({ ...broken, 'docs/product/sprint_board.md': board });
      const { code, json, err } = await lintJson(cwd, '--fix');
      expect(err).toMatch(/^pactwright: applied \d+ fix(es)? in \d+ files?\n$/);
      expect(readFileSync(path.join(cwd, 'docs/product/sprint_board.md'), 'utf8')).toBe(
        board.replace('## Backlog', '## 📋 Backlog'),
      );
      expect([code, errors(json)]).toEqual([1, ['docs/specs/STORY-002.md E004']]);
      const again = await lintJson(cwd, '--fix');
      expect(again.err).toBe('pactwright: applied 0 fixes in 0 files\n');
    });

    it('counts what was written, and reports what is there still', async () => {
      const file = 'docs/product/sprint_board.md';
      const cwd = temporaryFolder({ ...clean, [file]: board });
      chmodSync(path.join(cwd, file), 0o444);
      const before = (await lintJson(cwd)).json.findings;
      const { code, json, err } = await lintJson(cwd, '--fix');
      expect(code).toBe(2);
      expect(err).toMatch(
        /^pactwright: .*sprint_board\.md is read-only and was not changed.*\npactwright: applied 0 fixes in 0 files\n$/,
      );
      expect(json.findings).toEqual(before);
    });

    it('touches only what is reported', async () => {
      const cwd = temporaryFolder({ ...broken, 'docs/product/sprint_board.md': board });
      await run({ cwd }, 'lint', '--fix', 'docs/specs');
      await run({ cwd }, 'lint', '--fix', '--rule', 'PW302=off');
      expect(readFileSync(path.join(cwd, 'docs/product/sprint_board.md'), 'utf8')).toBe(board);
    });
  });

  describe('what is no text', () => {
    it('is a finding, and the rest is judged', async () => {
      const outer = temporaryFolder({ 'secret.md': 'secret' });
      const cwd = path.join(outer, 'project');
      writeFiles(cwd, {
        ...broken,
        'docs/specs/STORY-010.md': Uint8Array.of(0, 1, 2),
        'docs/specs/STORY-011.md': Uint8Array.of(0x23, 0x20, 0xe9),
      });
      mkdirSync(path.join(cwd, 'docs/specs/STORY-012.md'));
      symlinkSync('../../../secret.md', path.join(cwd, 'docs/specs/STORY-013.md'));
      symlinkSync('nowhere.md', path.join(cwd, 'docs/specs/STORY-014.md'));
      const { code, json } = await lintJson(cwd);
      expect(code).toBe(1);
      expect(errors(json)).toEqual([
        'docs/specs/STORY-002.md E004',
        ...[10, 11, 12, 13, 14].map((number) => `docs/specs/STORY-0${number}.md E000`),
      ]);
    });
  });

  describe('a folder that cannot be listed', () => {
    const two = { ...broken, 'packages/a/docs/specs/STORY-003.md': brokenSpec('STORY-003') };
    const lintWithout = async (texts: Readonly<Record<string, string>>, unlisted: string): ReturnType<typeof run> => {
      const cwd = temporaryFolder(texts);
      const list: FileSystem['list'] = (folder) =>
        folder === path.join(cwd, unlisted)
          ? { entries: [], problem: 'permission denied' }
          : blockingFileSystem.list(folder);
      const files = { ...blockingFileSystem, list };
      const nothing = (): undefined => undefined;
      const keeper = { files, records: () => Promise.resolve(undefined), keepDocuments: nothing, take: nothing };
      return run({ cwd, keeper }, 'lint', '--format', 'json');
    };

    it('is a finding where documents belong, and the rest is judged', async () => {
      const { code, out, err } = await lintWithout(two, 'docs/specs');
      expect([code, err]).toEqual([1, '']);
      expect(errors(JSON.parse(out) as LintJson)).toEqual([
        'docs/specs E000',
        'packages/a/docs/specs/STORY-003.md E004',
      ]);
    });

    it('is why no project was found', async () => {
      const { code, err } = await lintWithout({ 'docs/specs/STORY-001.md': 'x' }, 'docs');
      expect(code).toBe(2);
      expect(err).toMatch(
        /^pactwright: .*docs cannot be read \(permission denied\), so no project is found there: .*\n$/,
      );
    });

    it('is told of where it may hold a project, unless it is left out', async () => {
      const { code, err } = await lintWithout(
        { ...two, ...clean, 'docs/specs/STORY-002.md': cleanSpec('STORY-002') },
        'packages/a',
      );
      expect(code).toBe(0);
      expect(err).toMatch(
        /^pactwright: .*a cannot be read \(permission denied\): projects in it, if any, are not judged\n$/,
      );
      const left = { ...two, '.pactwright/config.yaml': 'ignore: [packages/**]\n' };
      expect((await lintWithout(left, 'packages/a')).err).toBe('');
    });
  });

  describe('--git', () => {
    it('runs the rules that need git', async () => {
      const cwd = temporaryFolder({ ...clean, '.gitignore': 'docs/\n' });
      execFileSync('git', ['init', '--quiet'], { cwd });
      expect((await lintJson(cwd)).json.findings.map(({ code }) => code)).not.toContain('PW601');
      const { json, err } = await lintJson(cwd, '--git');
      expect(json.findings.filter(({ code }) => code === 'PW601').map(({ path: file }) => file)).toEqual([
        'docs/specs/STORY-001.md',
      ]);
      expect(err).toBe('');
    });

    it('says in one line where git cannot be asked, and judges the rest', async () => {
      const cwd = temporaryFolder(broken);
      const { code, json, err } = await lintJson(cwd, '--git');
      expect(err).toBe(`pactwright: rules that need git did not run: ${cwd} is not in a git repository\n`);
      expect([code, errors(json)]).toEqual([1, ['docs/specs/STORY-002.md E004']]);
    });

    it('does not take a setting for such a rule for a mistake where git is not asked', async () => {
      const cwd = temporaryFolder({ ...clean, '.pactwright/config.yaml': 'rules:\n  PW601: off\n' });
      const { json } = await lintJson(cwd);
      expect(json.findings.filter(({ path: file }) => file.startsWith('.pactwright'))).toEqual([]);
    });
  });
});
