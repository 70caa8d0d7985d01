import { describe, expect, test } from 'vitest';
import { layerNames, scoreOf, totalOf, type HarnessCheck } from '../../../server/src/execution/audit/harness.js';
import { gitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const check = (kind: HarnessCheck['kind'], holds: boolean): HarnessCheck => ({
  layer: 'H1',
  kind,
  holds,
  name: '',
  next: '',
});

test.each([
  [[check('config', false), check('code', false)], 0, 0],
  [[check('config', true), check('config', false), check('code', false)], 1, 25],
  [[check('config', true), check('code', false)], 2, 50],
  [[check('config', false), check('code', true)], 2, 50],
  [[check('config', true), check('code', true)], 3, 100],
])('the level and the score of %j', (checks, level, score) => {
  expect(scoreOf('H1', checks).level).toBe(level);
  expect(totalOf(checks)).toBe(score);
});

interface Audit {
  readonly score: number;
  readonly layers: readonly {
    readonly layer: string;
    readonly level: number;
    readonly checks: readonly HarnessCheck[];
  }[];
  readonly hotspots: readonly { readonly path: string; readonly untested: number; readonly complexity: number }[];
}

async function auditOf(cwd: string, ...words: readonly string[]): Promise<Audit> {
  const { code, out } = await run({ cwd, now: Date.UTC(2026, 0, 5, 12) }, 'audit', '--format', 'json', ...words);
  expect(code).toBe(0);
  return JSON.parse(out) as Audit; // what the command prints
}

describe('audit', () => {
  const secret = 'a1B2c3D4e5F6g7H8'.repeat(3).slice(0, 36);
  const branchy = `export function a(x: number) {\n${'  if (x) x++;\n'.repeat(40)}  return x;\n}\n`;
  const files = {
    'AGENTS.md': 'See `src/cart.ts` and `src/gone.ts`.\n',
    '.gitignore': '.env\n',
    'package.json': '{"version":"1.0.0"}',
    'src/cart.ts': "import { b } from './tax.js';\nexport const c = b;\n",
    'src/tax.ts': '/** Tax. */\nexport function b() {\n  return 1;\n}\n',
    'src/branchy.ts': branchy,
    'test/cart.test.ts': "import '../src/cart.js';\n",
  };

  test('says which checks hold, and what is hard to change', async () => {
    const repository = gitRepository();
    repository.commit('Begin', files);
    const { layers, hotspots, score } = await auditOf(repository.folder);
    expect(layers.map(({ layer }) => layer)).toEqual(layerNames);
    const holding = layers.flatMap(({ checks }) => checks.filter(({ holds }) => holds).map(({ name }) => name));
    expect(holding).toEqual([
      'agents have instructions',
      'there are tests',
      'tests reach half of the source files',
      'git ignores local secrets',
      'no secret is committed',
      'the last commit is younger than a month',
      'the project says its version',
    ]);
    expect(score).toBeGreaterThan(10);
    expect(hotspots[0]).toMatchObject({ path: 'src/branchy.ts', untested: 1, complexity: 1 });
    expect(hotspots.find(({ path }) => path === 'src/tax.ts')?.untested ?? 0).toBe(0);
  });

  test('of one layer names what is missing, and says the same each time', async () => {
    const cwd = temporaryFolder({
      ...files,
      'src/key.ts': `const key = 'ghp_${secret}';\n`,
    });
    const { layers, hotspots } = await auditOf(cwd, '--layer', 'H5');
    expect(hotspots).toEqual([]);
    expect(layers.map(({ layer, level }) => `${layer} ${level}`)).toEqual(['H5 1']);
    expect((await run({ cwd }, 'audit', '--layer', 'H5')).out).toContain(
      'not yet: no secret is committed. Remove the secret',
    );
    expect(await run({ cwd }, 'audit', '--layer', 'H8')).toMatchObject({ code: 2, out: '' });
  });
});
