import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { has, unless } from '../../support/hasProgram.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const spec = '# STORY-001: Cart\n\n## Acceptance Criteria\n\n### AC1: It passes\n\n### AC2: It does not\n';

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder({ 'docs/specs/STORY-001.md': spec, ...files });
  symlinkSync(path.resolve('node_modules'), path.join(root, 'node_modules'));
  return root;
}

describe('runners as they are', () => {
  const check = async (files: Readonly<Record<string, string>>, expected: readonly string[]): Promise<void> => {
    const { out } = await run(
      { cwd: project(files), env: { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '' } },
      'test',
    );
    expect(out.split('\n').filter((line) => /^\s+[✓✗!-] /.test(line))).toEqual(expected.map((line) => `    ${line}`));
  };

  it('Mocha, with a file that keeps it from starting', async () => {
    const source = `describe('STORY-001', () => {
  it('AC1: a (b) "q" [c] /x', () => {});
  it.skip('AC1: later', () => {});
  it('AC2: fails', () => { throw new Error('no'); });
  describe('hooked', () => { before(() => { throw new Error('no'); }); it('AC2: x', () => {}); it('AC2: y', () => {}); });
});
`;
    await check(
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

  it.skipIf(!has('python3', '-m', 'pytest', '--version'))(
    `pytest, with a module that cannot be loaded${unless('python3', '-m', 'pytest', '--version')}`,
    async () => {
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
      await check({ 'test_cart.py': source, 'test_none.py': 'import nowhere\ndef test_none(): "STORY-001/AC2"\n' }, [
        '✓ test_cart.py > test_sum_story_001_ac1',
        '✓ test_cart.py > CartCase > test_unit',
        '✗ test_cart.py > TestCart > test_bad',
        '- test_cart.py > TestCart > TestDeep > test_deep',
        '! test_none.py > test_none',
      ]);
    },
  );

  it.skipIf(!has('cargo', '--version'))(`cargo test${unless('cargo', '--version')}`, async () => {
    await check(
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
