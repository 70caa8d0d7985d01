import { describe, expect, test } from 'vitest';
import { gitRepository, type GitRepository } from '../../support/gitRepository.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const lcov = (hits: Readonly<Record<string, readonly number[]>>): string =>
  Object.entries(hits)
    .map(([file, lines]) => `SF:${file}\n${lines.map((one, at) => `DA:${at + 1},${one}\n`).join('')}end_of_record\n`)
    .join('');

const files = {
  'src/cart.ts': 'a\nb\nc\nd\n',
  'src/tax.ts': 'a\nb\n',
  'src/idle.ts': 'a\n',
  'coverage/lcov.info': lcov({ 'src/cart.ts': [1, 0, 0, 0], 'src/tax.ts': [3, 1] }),
};

describe('coverage', () => {
  test('shows each file of the reports with the lines that no test runs, the worst first', async () => {
    expect(await run({ cwd: temporaryFolder(files) }, 'coverage')).toEqual({
      code: 1,
      err: '',
      out: [
        'block     25 %  src/cart.ts: 2-4',
        'pass     100 %  src/tax.ts',
        '',
        '50 % of 6 lines in 2 files (pass: 80 %, block: below 50 %)',
        'Reports: coverage/lcov.info',
        '',
      ].join('\n'),
    });
  });

  test('has tiers of one’s own', async () => {
    const { code, out } = await run({ cwd: temporaryFolder(files) }, 'coverage', '--pass', '25', '--block', '10');
    expect({ code, first: out.split('\n')[0] }).toEqual({ code: 0, first: 'pass      25 %  src/cart.ts: 2-4' });
    expect(await run({ cwd: temporaryFolder(files) }, 'coverage', '--pass', '5')).toMatchObject({ code: 2, out: '' });
  });

  test('says of a named file that no report names it', async () => {
    const { code, out } = await run({ cwd: temporaryFolder(files) }, 'coverage', 'src/idle.ts', '--format', 'json');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ files: [{ path: 'src/idle.ts', tier: 'unknown' }] });
  });

  test('without a report says how to make one', async () => {
    const { code, err } = await run({ cwd: temporaryFolder({ 'src/a.ts': '' }) }, 'coverage');
    expect(code).toBe(1);
    expect(err).toContain('there is no coverage report in the usual places: run the tests with coverage, pass --run');
  });

  test('counts only lines that differ from a commit, and new files whole', async () => {
    const repository = gitRepository();
    repository.commit('Begin', { ...files, '.gitignore': 'coverage\n' });
    repository.write({ 'src/cart.ts': 'a\nB\nc\nD\n', 'src/new.ts': 'x\n', 'test/cart.test.ts': 'x\n' });
    repository.write({ 'coverage/lcov.info': lcov({ 'src/cart.ts': [1, 1, 0, 0], 'src/new.ts': [2] }) });
    const { code, out } = await run({ cwd: repository.folder }, 'coverage', '--base', 'HEAD');
    expect(out.split('\n').slice(0, 4)).toEqual([
      'warn      50 %  src/cart.ts: 4',
      'pass     100 %  src/new.ts',
      '',
      '66 % of 3 changed lines in 2 files (pass: 80 %, block: below 50 %)',
    ]);
    expect(code).toBe(0);
  });

  test('counts nothing of a named file that does not differ', async () => {
    const repository = gitRepository();
    repository.commit('Begin', files);
    const ask = await run({ cwd: repository.folder }, 'coverage', 'src/cart.ts', '--base', 'HEAD', '--format', 'json');
    expect(JSON.parse(ask.out)).toMatchObject({ files: [{ path: 'src/cart.ts', lines: 0, missed: [] }] });
  });
});

describe('coverage --run', () => {
  const script = "require('node:fs').writeFileSync('lcov.info', 'SF:src/tax.ts\\nDA:1,1\\nDA:2,1\\nend_of_record\\n')";
  const project = (): GitRepository => {
    const repository = gitRepository();
    const config = `gates:\n  commands:\n    coverage: ['node', '-e', ${JSON.stringify(script)}]\n`;
    repository.commit('Begin', { 'src/tax.ts': 'a\nb\n', '.pactwright/config.yaml': config });
    return repository;
  };

  test('runs the command of the project once a person lets it', async () => {
    const { folder: cwd } = project();
    const refused = await run({ cwd }, 'coverage', '--run');
    expect(refused).toMatchObject({ code: 1, out: '' });
    expect(refused.err).toContain('is not allowed to run here: allow it in the editor');
    expect(await run({ cwd }, 'coverage', '--run', '--trust-commands')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^pass {5}100 % {2}src\/tax\.ts\n[^]*Reports: lcov\.info\n$/u) as unknown,
    });
  });
});
