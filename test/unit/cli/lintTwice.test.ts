import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../../server/src/base/contentHash.js';
import { bundledCli } from '../../support/bundledCli.js';
import { brokenSpec } from '../../support/projectTexts.js';
import { itLong } from '../../support/runs.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli(undefined, 'a build');

const broken = (count: number): Record<string, string> =>
  Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`docs/specs/STORY-${at + 1}.md`, brokenSpec(`STORY-${at + 1}`)]),
  );

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** @param files of the project. */
const place = (files = broken(1)): Place => ({
  cwd: temporaryFolder(files),
  env: { ...process.env, XDG_CACHE_HOME: temporaryFolder() },
});

function lint({ cwd, env }: Place, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, 'lint', ...args], {
    cwd,
    env,
    encoding: 'utf8',
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

const cacheOf = ({ env }: Place): string => path.join(env['XDG_CACHE_HOME'] ?? '', 'pactwright', 'lint');

/** The only file that is kept. */
function keptFile(place: Place): string {
  const folder = cacheOf(place);
  const names = readdirSync(folder);
  expect(names).toHaveLength(1);
  return path.join(folder, names[0] ?? '');
}

describe.skipIf(process.platform !== 'linux')('lint as a process that runs twice', () => {
  it('says the second time what the first has kept', () => {
    const here = place();
    const first = lint(here);
    expect(first).toMatchObject({ status: 1, stdout: expect.stringContaining('E004') as unknown, stderr: '' });
    expect(lint(here)).toEqual(first);
    // What nobody would say: so it was not judged again.
    const file = keptFile(here);
    const kept = JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '') as object;
    const text = JSON.stringify({ ...kept, said: { out: 'kept\n', err: 'told\n', code: 3 } });
    writeFileSync(file, `${contentHash(text)}\n${text}`);
    expect(lint(here)).toEqual({ status: 3, stdout: 'kept\n', stderr: 'told\n' });
    expect(lint(here, '--no-cache')).toEqual(first);
  });

  itLong('ends with the same code where nobody reads on', () => {
    // Twice what a pipe holds.
    const here = place(broken(220));
    for (const time of ['judged', 'kept']) {
      if (time === 'kept') lint(here);
      expect(existsSync(cacheOf(here))).toBe(time === 'kept');
      const script = `"${process.execPath}" "${cli}" lint | head -c 1 > /dev/null; echo \${PIPESTATUS[0]}`;
      const { stdout, stderr } = spawnSync('bash', ['-c', script], { ...here, encoding: 'utf8' });
      expect([time, stdout, stderr]).toEqual([time, '1\n', '']);
    }
  });

  it.each([
    ['no path', { HOME: '' }],
    ['not absolute', { HOME: 'here' }],
  ])('keeps nothing where the home of the account is %s', (_, env) => {
    const here = { cwd: temporaryFolder(broken(1)), env: { ...process.env, XDG_CACHE_HOME: '', ...env } };
    expect(lint(here).status).toBe(1);
    expect(readdirSync(here.cwd)).toEqual(['docs']);
  });

  it('does not wait for what stands in the place of the kept file', () => {
    const here = place();
    const first = lint(here);
    const file = keptFile(here);
    unlinkSync(file);
    execFileSync('mkfifo', [file]);
    expect(lint(here)).toEqual(first);
  });
});
