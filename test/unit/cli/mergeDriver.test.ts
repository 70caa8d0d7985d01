import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { type GitRepository, gitRepository } from '../../support/gitRepository.js';
import { openWork } from '../../support/openWork.js';
import { type CliRun, run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { itLong } from '../../support/runs.js';

const cli = bundledCli();

const boardPath = 'docs/product/sprint_board.md';
const board = (...tasks: string[]): string =>
  `# Sprint Board\n\n## 🔄 In Progress\n\n### [STORY-001] Cart\n\n${tasks.map((task) => `- ${task}\n`).join('')}`;

/** @param program what git is to start for each merge. */
const tell = (cwd: string, args: readonly string[], program = cli): Promise<CliRun> =>
  run({ cwd, env: { PATH: process.env['PATH'] ?? '' }, script: program }, 'merge-driver', ...args);

/** The same in a process of its own. */
function start(cwd: string, args: readonly string[], program: string): void {
  const { status, stderr } = spawnSync(process.execPath, [program, 'merge-driver', ...args], { cwd, encoding: 'utf8' });
  expect([status, stderr]).toEqual([0, '']);
}

/** A repository with a project, and two branches on which a file was changed. */
function branches(file: string, base: string, ours: string, theirs: string): GitRepository {
  const repository = gitRepository();
  repository.commit('base', { [file]: base, 'docs/specs/README.md': '' });
  repository.branch('theirs');
  repository.commit('theirs', { [file]: theirs });
  repository.checkout('main');
  repository.commit('ours', { [file]: ours });
  return repository;
}

/** @returns whether there was no conflict. */
function mergeTheirs({ git }: GitRepository): boolean {
  try {
    git('merge', '--quiet', '--no-edit', 'theirs');
    return true;
  } catch {
    return false;
  }
}

const read = ({ folder }: GitRepository, file: string): string => readFileSync(path.join(folder, file), 'utf8');

describe('git merges by the driver', () => {
  it('tasks that stand next to each other, without conflict', async () => {
    const repository = branches(boardPath, board('[ ] a', '[ ] b'), board('[x] a', '[ ] b'), board('[ ] a', '[x] b'));
    expect(await tell(repository.folder, ['--install'])).toMatchObject({ code: 0, err: '' });
    expect(mergeTheirs(repository)).toBe(true);
    expect(read(repository, boardPath)).toBe(board('[x] a', '[x] b'));
  });

  itLong('the same task renamed differently, as a conflict of that line', async () => {
    const repository = branches(boardPath, board('[ ] a', '[ ] b'), board('[ ] c', '[ ] b'), board('[x] d', '[x] b'));
    await tell(repository.folder, ['--install']);
    expect(mergeTheirs(repository)).toBe(false);
    expect(read(repository, boardPath)).toMatch(/- \[x\] c\n=======\n- \[x\] d\n>>>>>>> \S.*\n- \[x\] b\n$/u);
    expect(repository.git('status', '--porcelain')).toContain(`UU ${boardPath}`);
  });

  itLong('the places that the configuration names, in a project below the top, whatever they are called', async () => {
    const file = "pack [1]/our docs/b'o%L ard.md";
    const repository = branches(file, board('[ ] a', '[ ] b'), board('[x] a', '[ ] b'), board('[ ] a', '[x] b'));
    repository.commit('configured', {
      'pack [1]/.pactwright/config.yaml': `paths:\n  board: "our docs/b'o%L ard.md"\n`,
      'docs/specs/README.md': null,
    });
    expect(await tell(repository.folder, ['--install'])).toMatchObject({ code: 0, err: '' });
    expect(mergeTheirs(repository)).toBe(true);
    expect(read(repository, file)).toBe(board('[x] a', '[x] b'));
  });

  itLong('by a program whose path needs quoting', () => {
    const folder = path.join(temporaryFolder(), `it's "100%O" $HOME \`x\``);
    mkdirSync(folder);
    copyFileSync(cli, path.join(folder, 'cli.js'));
    const repository = branches(boardPath, board('[ ] a', '[ ] b'), board('[x] a', '[ ] b'), board('[ ] a', '[x] b'));
    start(repository.folder, ['--install'], path.join(folder, 'cli.js'));
    expect(mergeTheirs(repository)).toBe(true);
    expect(read(repository, boardPath)).toBe(board('[x] a', '[x] b'));
  });

  it('line by line where the program is gone: never our side alone', async () => {
    const program = path.join(temporaryFolder(), 'cli.js');
    copyFileSync(cli, program);
    const repository = branches(boardPath, board('[ ] a', '[ ] b'), board('[x] a', '[ ] b'), board('[ ] a', '[x] b'));
    await tell(repository.folder, ['--install'], program);
    rmSync(program);
    expect(mergeTheirs(repository)).toBe(false);
    expect(read(repository, boardPath)).toContain('<<<<<<< ours\n- [x] a\n- [ ] b\n=======\n- [ ] a\n- [x] b\n');
  });

  it('line by line what is doubtful, and what is no document of ours', async () => {
    const twice = `${board('[ ] a', '[ ] b', '[ ] c')}\n### [STORY-001] Cart\n`;
    const repository = branches(boardPath, board('[ ] a', '[ ] b', '[ ] c'), twice, board('[x] a', '[ ] b', '[ ] c'));
    await tell(repository.folder, ['--install']);
    expect(mergeTheirs(repository)).toBe(true);
    expect(read(repository, boardPath)).toBe(twice.replace('[ ]', '[x]'));
  });

  it.each([
    ['bytes that are no UTF-8', 'a\xff\nb\nc\n', 'A\xff\nb\nc\n', 'a\xff\nb\nC\n', 0, 'A\xff\nb\nC\n'],
    ['binary files, as a conflict in which our side stays', 'a\0', 'b\0', 'c\0', 1, 'b\0'],
  ])('%s', async (_, base, ours, theirs, code, merged) => {
    const cwd = temporaryFolder({
      [boardPath]: '',
      'docs/specs/README.md': '',
      base: Buffer.from(base, 'latin1'),
      ours: Buffer.from(ours, 'latin1'),
      theirs: Buffer.from(theirs, 'latin1'),
    });
    const env = { PATH: process.env['PATH'] ?? '' };
    const ended = await run({ cwd, env }, 'merge-driver', 'base', 'ours', 'theirs', '--path', boardPath);
    expect(ended).toMatchObject({ code, out: '' });
    expect(readFileSync(path.join(cwd, 'ours'), 'latin1')).toBe(merged);
  });
});

const attributesFile = '.git/info/attributes';

describe('installing', () => {
  itLong('twice is once, and uninstalling leaves all as it was', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'docs/specs/README.md': '' });
    const before = [read(repository, '.git/config'), existsSync(path.join(repository.folder, attributesFile))];
    await tell(repository.folder, ['--install']);
    const once = [read(repository, '.git/config'), read(repository, attributesFile)];
    expect(await tell(repository.folder, ['--install'])).toMatchObject({ code: 0 });
    expect([read(repository, '.git/config'), read(repository, attributesFile)]).toEqual(once);
    expect(repository.git('status', '--porcelain')).toBe('');
    for (let times = 0; times < 2; times++) {
      expect(await tell(repository.folder, ['--uninstall'])).toMatchObject({ code: 0 });
      expect([read(repository, '.git/config'), existsSync(path.join(repository.folder, attributesFile))]).toEqual(
        before,
      );
    }
  });

  it('leaves alone what a person wrote', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'docs/specs/README.md': '' });
    const own = '*.png binary\n*.lock -diff';
    repository.write({ [attributesFile]: own });
    repository.git('config', 'merge.pactwright.recursive', 'binary');
    const config = read(repository, '.git/config');
    await tell(repository.folder, ['--install']);
    expect(repository.git('check-attr', 'merge', '--', boardPath)).toContain('merge: pactwright');
    expect(repository.git('check-attr', 'diff', '--', 'a.lock')).toContain('diff: unset');
    await tell(repository.folder, ['--uninstall']);
    expect([read(repository, attributesFile), read(repository, '.git/config')]).toEqual([own, config]);
  });

  itLong('for one project takes the others of the repository along, as one file names them all', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'a/docs/specs/README.md': '', 'b/docs/specs/README.md': '' });
    for (const root of ['a', 'b'])
      expect(await tell(repository.folder, ['--install', '--root', root])).toMatchObject({ code: 0 });
    const boards = ['a', 'b'].map((root) => `${root}/${boardPath}`);
    expect(repository.git('check-attr', 'merge', '--', ...boards).split('\n')).toEqual(
      boards.map((file) => `${file}: merge: pactwright`),
    );
    expect(await tell(repository.folder, ['--status', '--root', 'a'])).toMatchObject({ code: 0 });
  });

  it('writes no line that a repository dictates', async () => {
    const repository = gitRepository();
    const board = 'docs/b\u001b"1"\na.txt text=evil diff=/sprint.md';
    repository.commit('base', {
      '.pactwright/config.yaml': `paths:\n  board: ${JSON.stringify(board)}\n`,
      'docs/specs/README.md': '',
    });
    const { out } = await tell(repository.folder, ['--install']);
    expect(out).toMatch(/docs\/b"1"/u);
    expect(repository.git('check-attr', 'text', '--', 'a.txt')).toContain('text: unspecified');
    expect(repository.git('check-attr', '-z', 'merge', '--', board)).toContain('\0merge\0pactwright');
  });

  it('leaves attributes alone that are no UTF-8', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'docs/specs/README.md': '' });
    const file = path.join(repository.folder, attributesFile);
    const own = Buffer.from('*.caf\xe9 text\n', 'latin1');
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, own);
    const { code, err } = await tell(repository.folder, ['--install']);
    expect([code, err]).toEqual([2, expect.stringMatching(/unchanged.*save it as UTF-8/u)]);
    expect(readFileSync(file)).toEqual(own);
    expect(repository.git('config', '--local', '--list')).not.toContain('pactwright');
  });

  it('hides nothing from gates', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'docs/specs/README.md': '', 'src/a.ts': 'const a = 1;\n' });
    repository.branch('feature/STORY-001');
    repository.commit('STORY-001: two', { 'src/a.ts': 'const a = 2;\n' });
    await tell(repository.folder, ['--install']);
    expect((await openWork(repository.folder).work()).hidden).toEqual([]);
  });

  it('is told by --status, and what is out of date', async () => {
    const repository = gitRepository();
    repository.commit('base', { 'docs/specs/README.md': '' });
    const status = async (): Promise<unknown> => {
      const { code, out } = await tell(repository.folder, ['--status', '--format', 'json']);
      const { repositories } = JSON.parse(out) as { repositories: { state: string }[] }; // our own output
      return [code, ...repositories.map(({ state }) => state)];
    };
    expect(await status()).toEqual([1, 'absent']);
    await tell(repository.folder, ['--install']);
    expect(await status()).toEqual([0, 'installed']);
    repository.write({ '.pactwright/config.yaml': 'paths:\n  board: board.md\n' });
    expect(await status()).toEqual([1, 'outdated']);
    await tell(repository.folder, ['--install']);
    expect(await status()).toEqual([0, 'installed']);
    repository.git('config', 'merge.pactwright.driver', 'true');
    expect(await status()).toEqual([1, 'outdated']);
  });

  it.each([
    [['--install'], 'is not in a git repository, but a merge driver belongs to a git repository'],
    [['--install', '--status'], 'takes one of --install, --uninstall and --status'],
    [['base', 'ours'], 'takes one of --install, --uninstall and --status, or the files BASE OURS THEIRS'],
    [['a', 'b', 'c', '--marker-size', 'x'], '--marker-size takes a number'],
  ])('%j is refused', async (args, message) => {
    const cwd = temporaryFolder({ 'docs/specs/README.md': '' });
    const { code, err } = await run({ cwd }, 'merge-driver', ...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
