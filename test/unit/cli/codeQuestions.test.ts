import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const files = {
  '.gitignore': 'dist/\n',
  'src/cart.ts': "import { tax } from './tax.js';\nexport const total = tax;\n",
  'src/tax.ts': 'export const tax = 1;\n',
  'src/rates.ts': 'export const rates = [];\n',
  'test/cart.test.ts': "import { total } from '../src/cart.js';\n",
};

function changedRepository(): GitRepository {
  const repository = gitRepository();
  repository.commit('Begin', files);
  repository.write({
    'src/added.ts': "import './cart.js';\n",
    'src/tax.ts': 'export const tax = 2;\n',
    'src/rates.ts': null,
    'dist/made.ts': 'export {};\n',
  });
  return repository;
}

describe('in a repository that is no project', () => {
  test('regression follows imports of what is not committed, new and deleted files with it', async () => {
    const { code, out } = await run({ cwd: changedRepository().folder }, 'regression', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      query: 'regression',
      scope: 'impact',
      files: [{ path: 'src/added.ts' }, { path: 'src/rates.ts' }, { path: 'src/tax.ts' }],
      tests: ['test/cart.test.ts'],
    });
  });

  test('before the first commit every file is new', async () => {
    const { folder, git, write } = gitRepository();
    write(files);
    git('add', 'src/cart.ts');
    const { out } = await run({ cwd: folder }, 'regression', '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ tests: ['test/cart.test.ts'] });
    expect(await run({ cwd: folder }, 'pactkit', 'commit-gate')).toMatchObject({ err: '' });
    write({ 'docs/specs/STORY-001.md': '# STORY-001: Cart\n' });
    expect((await run({ cwd: folder }, 'done-verify', 'STORY-001')).out).toContain('wiring');
  });

  test('regression of named files, from a folder below', async () => {
    const { out } = await run(
      { cwd: path.join(changedRepository().folder, 'src') },
      'regression',
      'cart.ts',
      '../README.md',
    );
    expect(out).toBe(
      [
        'IMPACT: run the tests below',
        '  impact  src/cart.ts: 1 test file reaches it',
        '  skip    README.md: people alone read it',
        '1 test file:',
        '  test/cart.test.ts',
        '',
      ].join('\n'),
    );
  });

  test('test-map prints test files and nothing else', async () => {
    expect(await run({ cwd: changedRepository().folder }, 'test-map', 'src/tax.ts', 'src/cart.ts')).toEqual({
      code: 0,
      out: 'test/cart.test.ts\n',
      err: '',
    });
  });

  test('sec-scope shows a table', async () => {
    const { out } = await run({ cwd: changedRepository().folder }, 'sec-scope', 'src/cart.ts');
    expect(out).toContain('| SEC-1 | Yes | Secrets: src/cart.ts (source code may hold a key or a password) |');
  });

  test.each([
    [['regression', '../elsewhere.ts'], '../elsewhere.ts is not in '],
    [['regression', '--base=--output=x'], '"--output=x" is no commit'],
    [['regression', '--base', 'nowhere'], 'nowhere'],
    [['regression', 'src/cart.ts', '--base', 'HEAD'], 'name either files or --base'],
    [['test-map'], 'files'],
  ])('%j is refused: %s', async (args, message) => {
    const { code, err } = await run({ cwd: changedRepository().folder }, ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});

test('without git, files have to be named', async () => {
  const folder = temporaryFolder();
  writeFiles(folder, files);
  expect((await run({ cwd: folder }, 'regression', 'src/tax.ts')).out).toContain('test/cart.test.ts');
  const { code, err } = await run({ cwd: folder }, 'regression');
  expect(code).toBe(2);
  expect(err).toContain('is not in a git repository: name the files');
});
