import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { has } from '../../support/hasProgram.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const cli = bundledCli();

const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It passes\n\n### AC2: It does not\n';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder({ 'docs/specs/STORY-001.md': spec, ...files });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  return root;
}

const start = (cwd: string, input: string, ...args: string[]): ReturnType<typeof spawnSync> =>
  spawnSync(process.execPath, [cli, 'test', ...args], { cwd, input, encoding: 'utf8' });

describe('pactwright test as a process', () => {
  it('runs the tests whose ids it is sent, and says which are gone', () => {
    const cwd = project({ 'a.test.mjs': "import { it } from 'node:test';\nit('STORY-001/AC1: a', () => {});\n" });
    const ids = ['a.test.mjs > STORY-001/AC1: a', 'a.test.mjs > STORY-001/AC1: b'];
    const { status, stdout } = start(cwd, JSON.stringify(ids), '--tests-from-input', '--format', 'events');
    const results = String(stdout)
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

  it.each(['', '{}', '[1]'])('takes %j for no list of tests', (input) => {
    const { status, stderr } = start(project({}), input, '--tests-from-input');
    expect([status, stderr]).toEqual([2, expect.stringContaining('reads a JSON array of test ids')]);
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

describe('runners as they are', () => {
  const check = (files: Readonly<Record<string, string>>, expected: readonly string[]): void => {
    const { stdout } = start(project(files), '');
    expect(
      String(stdout)
        .split('\n')
        .filter((line) => /^\s+[✓✗!-] /.test(line)),
    ).toEqual(expected.map((line) => `    ${line}`));
  };

  it('Mocha, with a file that keeps it from starting', () => {
    const source = `describe('STORY-001', () => {
  it('AC1: a (b) "q" [c] /x', () => {});
  it.skip('AC1: later', () => {});
  it('AC2: fails', () => { throw new Error('no'); });
  describe('hooked', () => { before(() => { throw new Error('no'); }); it('AC2: x', () => {}); it('AC2: y', () => {}); });
});
`;
    check(
      {
        'package.json': '{ "scripts": { "test": "mocha" } }',
        'a.test.cjs': source,
        'b.test.cjs': "it('STORY-001/AC2: b', (;",
      },
      [
        '✓ a.test.cjs > STORY-001 > AC1: a (b) "q" [c] /x',
        '- a.test.cjs > STORY-001 > AC1: later',
        '✗ a.test.cjs > STORY-001 > AC2: fails',
        '✗ a.test.cjs > STORY-001 > hooked > AC2: x',
        '! a.test.cjs > STORY-001 > hooked > AC2: y',
        '! b.test.cjs > STORY-001/AC2: b',
      ],
    );
  });

  it.skipIf(!has('python3', '-m', 'pytest', '--version'))('pytest, with a module that cannot be loaded', () => {
    const source = `import pytest, unittest

@pytest.mark.parametrize("a", [1, "x]y"])
def test_sum_story_001_ac1(a):
    assert a

class TestCart:
    """STORY-001/AC2"""
    def test_bad(self):
        assert 1 == 2
    class TestDeep:
        @pytest.mark.skip(reason="later")
        def test_deep(self): pass

class CartCase(unittest.TestCase):
    def test_unit(self):
        "STORY-001/AC1"
        self.assertEqual(1, 1)
`;
    check({ 'test_cart.py': source, 'test_none.py': 'import nowhere\ndef test_none(): "STORY-001/AC2"\n' }, [
      '✓ test_cart.py > test_sum_story_001_ac1',
      '✓ test_cart.py > CartCase > test_unit',
      '✗ test_cart.py > TestCart > test_bad',
      '- test_cart.py > TestCart > TestDeep > test_deep',
      '! test_none.py > test_none',
    ]);
  });

  it.skipIf(!has('cargo', '--version'))('cargo test', () => {
    check(
      {
        'Cargo.toml': '[package]\nname = "cart"\nversion = "0.1.0"\nedition = "2021"\n',
        'src/lib.rs': `pub mod deep;
/// STORY-001/AC1
#[test]
fn adds() {}
/// STORY-001/AC1
#[test]
fn adds_not() { panic!("not asked for by its beginning") }
`,
        'src/deep/mod.rs': '/// STORY-001/AC2\n#[test]\n#[ignore]\nfn later() {}\n',
        'tests/whole.rs': '/// STORY-001/AC2\n#[test]\nfn whole() { assert_eq!(1, 2); }\n',
      },
      ['✓ src/lib.rs > adds', '✗ src/lib.rs > adds_not', '- src/deep/mod.rs > later', '✗ tests/whole.rs > whole'],
    );
  });
});
