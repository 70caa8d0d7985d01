import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();

const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It passes\n\n### AC2: It does not\n';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder({ 'docs/specs/STORY-001.md': spec, ...files });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  return root;
}

describe('pactwright test as a process', () => {
  it('runs the tests whose ids it is sent, and says which are gone', () => {
    const cwd = project({ 'a.test.mjs': "import { it } from 'node:test';\nit('STORY-001/AC1: a', () => {});\n" });
    const ids = ['a.test.mjs > STORY-001/AC1: a', 'a.test.mjs > STORY-001/AC1: b'];
    const { status, stdout } = spawnSync(process.execPath, [cli, 'test', '--tests-from-input', '--format', 'events'], {
      cwd,
      input: JSON.stringify(ids),
      encoding: 'utf8',
    });
    const results = stdout
      .split('\n')
      .filter((line) => line.includes('"result"') || line.includes('"done"'))
      .map((line): unknown => JSON.parse(line));
    expect(results).toEqual([
      { event: 'result', test: ids[1], status: 'errored', message: 'did not run: there is no such test any more' },
      expect.objectContaining({ event: 'result', test: ids[0], status: 'passed' }),
      { event: 'done', counts: { passed: 1, failed: 0, skipped: 0, errored: 1 } },
    ]);
    expect(status).toBe(1);
  });

  it.each(['', '{}', '[1]'])('takes %j for no list of tests', async (input) => {
    const { code, err } = await run({ cwd: project({}), input }, 'test', '--tests-from-input');
    expect([code, err]).toEqual([2, expect.stringContaining('is not a JSON array of test ids')]);
  });

  it.skipIf(process.platform === 'win32').each(['SIGTERM', 'SIGINT'] as const)(
    'ends what the tests have started when it is sent %s',
    async (signal) => {
      const cwd = project({
        'slow.test.mjs': `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
it('STORY-001/AC1: slow', async () => {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1_000)']);
  writeFileSync('pid.txt', String(child.pid));
  await new Promise((resolve) => child.on('close', resolve));
});
`,
      });
      const child: ChildProcess = spawn(process.execPath, [cli, 'test', '--format', 'events'], { cwd });
      let out = '';
      child.stdout?.on('data', (text: Buffer) => (out += text.toString()));
      const file = path.join(cwd, 'pid.txt');
      const pid = await vi.waitFor(
        () => {
          const said = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
          if (said === 0) throw new Error('it has not started');
          return said;
        },
        { timeout: 30_000 },
      );
      const ended = new Promise((resolve) => child.on('close', resolve));
      child.kill(signal);
      expect(await ended).toBe(1);
      await vi.waitFor(
        () => {
          expect(() => process.kill(pid, 0)).toThrow();
        },
        { timeout: 30_000 },
      );
      // A run that was broken off is not done, and knows no results.
      expect(out).not.toMatch(/"result"|"done"/);
    },
  );
});
