import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { brokenSpec, cleanSpec } from '../../support/projectTexts.js';
import { sampled } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();
const keeping = bundledCli(undefined, 'a build');

const start = (cwd: string, ...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [cli, ...args], { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

describe('the command line as a process', () => {
  it('tells its version', () => {
    const { version } = JSON.parse(readFileSync('server/package.json', 'utf8')) as { version: string }; // our own manifest
    expect(start('/', '--version')).toMatchObject({ status: 0, stdout: `${version}\n`, stderr: '' });
  });

  it('is what the command `pactwright` starts', () => {
    const { bin } = JSON.parse(readFileSync('package.json', 'utf8')) as { bin: unknown }; // our own manifest
    expect(bin).toEqual({ pactwright: './dist/cli.js' });
    expect(readFileSync(cli, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/);
  });

  it.each([
    [0, cleanSpec('STORY-002'), []],
    [1, brokenSpec('STORY-002'), []],
    [2, brokenSpec('STORY-002'), ['no-such-file.md']],
  ])('ends with %i', (status, text, args) => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-002.md': text });
    expect(start(cwd, 'lint', ...args).status).toBe(status);
  });

  it('reads YAML and Gherkin, and asks git', () => {
    const cwd = temporaryFolder({
      'docs/specs/STORY-002.md': cleanSpec('STORY-002'),
      '.pactwright/config.yaml': 'rules:\n  W011: off\n',
      'docs/test_cases/STORY-002.feature': 'Feature: x\n  Scenario: TC-1: y\n    Given a\n    When b\n    Then c\n',
      '.gitignore': 'docs/\n',
    });
    execFileSync('git', ['init', '--quiet'], { cwd });
    const { status, stdout, stderr } = start(cwd, 'lint', '--git', '--format', 'json');
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toContain('"PW601"');
    expect(stdout).not.toContain('"W011"');
  });

  it('writes all of a long report into a pipe', () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, number) => [`docs/specs/STORY-${number + 1}.md`, 'nothing of a spec\n']),
    );
    const stdout = String(start(temporaryFolder(files), 'lint', '--format', 'json').stdout);
    expect(stdout.length).toBeGreaterThan(150_000);
    expect(JSON.parse(stdout)).toMatchObject({ files: 150 });
  });

  // What `lint` says is kept from one run to the next, which is another way to write it.
  it.skipIf(!existsSync('/dev/full')).each(
    sampled(
      [
        ['lint', ['/dev/full', '/dev/null', '/dev/full']],
        ['rules', ['/dev/full']],
        ['lint --format json --no-cache', ['/dev/full']],
      ] as const,
      3,
    ),
  )('ends `%s` with 2 and a word when its output cannot be written, again and again', (args, files) => {
    const cwd = temporaryFolder({ 'docs/specs/STORY-001.md': brokenSpec() });
    const env = { ...process.env, XDG_CACHE_HOME: temporaryFolder() };
    for (const file of files) {
      const script = `"${process.execPath}" "${keeping}" ${args} > ${file}`;
      const { status, stderr } = spawnSync('sh', ['-c', script], { cwd, env, encoding: 'utf8' });
      expect(stderr).toMatch(
        file === '/dev/null' ? /^$/ : /^pactwright: the output cannot be written \(ENOSPC.*\): .+\n$/,
      );
      if (file === '/dev/full') expect(status).toBe(2);
    }
  });

  it('ends without a word when nobody reads on', () => {
    const files = Object.fromEntries(
      Array.from({ length: 150 }, (_, number) => [`docs/specs/STORY-${number + 1}.md`, 'nothing of a spec\n']),
    );
    const script = `"${process.execPath}" "${cli}" lint --format json | head -c 1`;
    const { stderr } = spawnSync('sh', ['-c', script], {
      cwd: temporaryFolder(files),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe('');
  });
});
