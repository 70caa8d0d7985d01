import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem, fileSystem } from '../../../server/src/host/fileSystem.js';
import { type CodeIndex, type CodeIndexOptions, createCodeIndex } from '../../../server/src/workspace/codeIndex.js';
import { createMemoryFiles, type MemoryFiles } from '../../support/memoryFiles.js';
import { temporaryFolder, writeFiles } from '../../support/temporaryFolder.js';

const test = (title: string): string => `it('${title}', () => {});\n`;
const deferral = '// DEFERRED(MAY): R1\n';

/** An index of a project at `/p`, read once; the reads so far are forgotten. */
async function load(
  texts: Readonly<Record<string, string | Uint8Array>>,
  options: Partial<CodeIndexOptions> = {},
): Promise<{ files: MemoryFiles; index: CodeIndex }> {
  const files = createMemoryFiles(
    Object.fromEntries(Object.entries(texts).map(([file, text]) => [`/p/${file}`, text])),
  );
  const index = createCodeIndex({ root: '/p', files, ignored: () => false, ...options });
  await index.load();
  files.reads.length = 0;
  return { files, index };
}

const paths = (index: CodeIndex): string[] => index.facts().sources.map(({ path: own }) => own);
const titles = (index: CodeIndex): string[] =>
  index.facts().sources.flatMap(({ tests }) => tests.map(({ name }) => name.value));

describe('createCodeIndex', () => {
  it('keeps the files with tests or deferrals, in path order', async () => {
    const { index } = await load({
      'src/b.test.ts': test('b'),
      'src/a.ts': deferral,
      'src/c.ts': test('no test path'),
      'src/lib.rs': '#[test]\nfn works() {}\n',
      'src/other.rs': 'fn test() {}\n',
      'main.c': '/* DEFERRED(SHOULD): R2 */',
      'test/support.ts': 'export const a = 1;\n',
      'README.md': deferral,
    });
    expect(paths(index)).toEqual(['main.c', 'src/a.ts', 'src/b.test.ts', 'src/lib.rs']);
    expect(index.facts().paths).toContain('README.md');
  });

  it('holds for there what is in a folder that cannot be read, for as long as it cannot', async () => {
    const { files, index } = await load({ 'src/a.test.ts': test('a'), 'lib/b.ts': '' });
    for (const [folder, news] of [
      ['/p/src', 'src/a.test.ts'],
      ['/p', 'lib'],
    ] as const) {
      files.unlisted.set(folder, 'permission denied');
      expect(await index.update(news)).toBe(true);
      expect(paths(index)).toEqual([]);
      expect([index.facts().exists('src/a.test.ts'), index.facts().exists('src/gone.ts')]).toEqual([true, true]);
      expect(index.facts().unseen('src/gone.ts')?.path).toBe(folder === '/p' ? '' : 'src');
      expect(index.facts().isWhole).toBe(false);
      files.unlisted.clear();
      expect(await index.update('src')).toBe(true);
      expect(index.facts().isWhole).toBe(true);
      expect(paths(index)).toEqual(['src/a.test.ts']);
      expect(index.facts().exists('src/gone.ts')).toBe(false);
    }
  });

  it.each([
    ['src/a.ts', 'error', false],
    ['src/a.test.ts', 'error', false],
    ['src/a.test.ts', 'tooLarge', false],
    ['src/made.ts', 'tooLarge', true],
    ['src/link.ts', 'outside', true],
  ] as const)('of %s (%s) it knows whether what it says may be missed', async (file, kind, isWhole) => {
    const { files, index } = await load({ 'src/b.test.ts': test('b') });
    files.answers.set(
      `/p/${file}`,
      kind === 'error'
        ? { kind, message: 'permission denied' }
        : kind === 'tooLarge'
          ? { kind, size: 1e9 }
          : { kind, target: '/elsewhere' },
    );
    await index.update(file);
    expect([index.facts().isWhole, paths(index)]).toEqual([isWhole, ['src/b.test.ts']]);
    files.answers.clear();
    await index.update(file);
    expect(index.facts().isWhole).toBe(true);
  });

  it.each([
    '.git/a.test.ts',
    'node_modules/a/a.test.ts',
    'pkg/.venv/test_a.py',
    'pkg/dist/a.test.ts',
    'App.Tests/obj/ATests.cs',
    'App.Tests/bin/Debug/ATests.cs',
    '.claude/worktrees/one/a.test.ts',
    'left/a.test.ts',
    'other/a.test.ts',
  ])('does not look into %s, which counts as there', async (place) => {
    const { files, index } = await load(
      { [place]: test('x'), 'bin/a.test.ts': test('y') },
      { otherRoots: ['/p/other', '/elsewhere'], ignored: (one) => one === 'left' },
    );
    expect(titles(index)).toEqual(['y']);
    expect(index.facts().exists(place)).toBe(true);
    expect(index.facts().unseen(place)).toMatchObject({ isLink: false });
    expect(await index.update(place)).toBe(false);
    expect(files.reads).toEqual([]);
  });

  it('leaves repositories and worktrees within the project to themselves', async () => {
    const { files, index } = await load({
      'sub/.git': 'gitdir: x',
      'sub/a.test.ts': test('a'),
      'b.test.ts': test('b'),
    });
    expect(titles(index)).toEqual(['b']);
    expect(index.facts().exists('sub/anything.ts')).toBe(true);
    expect(index.facts().unseen('sub/anything.ts')).toEqual({ path: 'sub', isLink: false });
    files.texts.delete('/p/sub/.git');
    expect(await index.update('sub/.git')).toBe(true);
    expect(titles(index)).toEqual(['b', 'a']);
    expect(index.facts().exists('sub/anything.ts')).toBe(false);
  });

  it('says which files and folders are there, by their exact names', async () => {
    const { index } = await load({ 'src/App.ts': '', 'docs/a b.md': '' });
    const { exists } = index.facts();
    for (const place of [
      'src/App.ts',
      'src',
      'src/',
      './src/App.ts',
      'docs/../src',
      'docs/a b.md',
      '.',
      './',
      '../x',
      '/etc',
    ])
      expect([place, exists(place)]).toEqual([place, true]);
    for (const place of ['src/app.ts', 'Src', 'src/App.ts/x', 'src/App', 'lib/App.ts', 'docs/../lib'])
      expect([place, exists(place)]).toEqual([place, false]);
  });

  it('says nothing is missing before it has looked', () => {
    const index = createCodeIndex({ root: '/p', files: createMemoryFiles(), ignored: () => false });
    expect(index.facts().exists('anything')).toBe(true);
    expect(index.facts().sources).toEqual([]);
  });

  it('does not read what is too long, no text, or no source code', async () => {
    const files = createMemoryFiles({
      '/p/ok.test.ts': test('ok'),
      '/p/bytes.test.ts': Uint8Array.of(0xe9, 0),
      '/p/picture.png': 'x',
    });
    files.answers.set('/p/long.test.ts', { kind: 'tooLarge', size: 10 });
    files.answers.set('/p/locked.test.ts', { kind: 'error', message: 'permission denied' });
    const index = createCodeIndex({ root: '/p', files, ignored: () => false });
    await index.load();
    expect(titles(index)).toEqual(['ok']);
    expect(files.reads).not.toContain('/p/picture.png');
    expect(index.facts().exists('long.test.ts')).toBe(true);
  });

  it('reads at most 20 files at once', async () => {
    const files = createMemoryFiles(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`/p/${at}.test.ts`, test(`${at}`)])),
    );
    const index = createCodeIndex({ root: '/p', files, ignored: () => false });
    await index.load();
    expect(index.facts().sources).toHaveLength(60);
    expect(files.mostAtOnce()).toBe(20);
  });

  it('reads one file for one change and keeps the others', async () => {
    const { files, index } = await load({ 'a.test.ts': test('a'), 'b.test.ts': test('b') });
    const before = index.facts();
    files.texts.set('/p/a.test.ts', test('new'));
    expect(await index.update('a.test.ts')).toBe(true);
    expect(files.reads).toEqual(['/p/a.test.ts']);
    expect(titles(index)).toEqual(['new', 'b']);
    expect(index.facts().sources[1]).toBe(before.sources[1]);
    expect(index.facts().exists).toBe(before.exists);
    expect(before.sources[0]?.tests[0]?.name.value).toBe('a');
  });

  it('keeps its facts when nothing is different', async () => {
    const { files, index } = await load({ 'a.test.ts': test('a'), 'b.ts': 'x' });
    const before = index.facts();
    files.texts.set('/p/b.ts', 'y');
    expect([await index.update('a.test.ts'), await index.update('b.ts'), await index.load()]).toEqual([
      false,
      false,
      false,
    ]);
    expect(await index.update('missing/deep.ts')).toBe(false);
    expect(index.facts()).toBe(before);
  });

  it('keeps the object of a file with the same text when everything is read again', async () => {
    const { files, index } = await load({ 'a.test.ts': test('a'), 'b.test.ts': test('b') });
    const [before] = index.facts().sources;
    files.texts.set('/p/b.test.ts', test('new'));
    expect(await index.load()).toBe(true);
    expect(index.facts().sources[0]).toBe(before);
  });

  it('costs no read to hear of a file that is gone or of another kind', async () => {
    const { files, index } = await load({ 'src/a.test.ts': test('a'), 'src/b.md': '' });
    const before = index.facts();
    files.texts.delete('/p/src/a.test.ts');
    files.texts.set('/p/src/c.md', '');
    expect([await index.update('src/a.test.ts'), await index.update('src/c.md')]).toEqual([true, true]);
    expect(files.reads).toEqual([]);
    expect(paths(index)).toEqual([]);
    expect(['src/a.test.ts', 'src/c.md'].map(index.facts().exists)).toEqual([false, true]);
    expect(['src/a.test.ts', 'src/c.md'].map(before.exists)).toEqual([true, false]);
  });

  it('follows folders that come and go, told by any name in them', async () => {
    const { files, index } = await load({ 'a.test.ts': test('a') });
    files.texts.set('/p/new/deep/b.test.ts', test('b'));
    files.texts.set('/p/new/c.test.ts', test('c'));
    expect(await index.update('new/deep/b.test.ts')).toBe(true);
    expect(titles(index)).toEqual(['a', 'c', 'b']);
    for (const file of ['deep/b.test.ts', 'c.test.ts']) files.texts.delete(`/p/new/${file}`);
    expect(await index.update('new/deep/b.test.ts')).toBe(true);
    expect(titles(index)).toEqual(['a']);
    expect(index.facts().exists('new')).toBe(false);
  });

  it('keeps its facts when loading is aborted', async () => {
    const { files, index } = await load({ 'a.test.ts': test('a') });
    const before = index.facts();
    files.texts.set('/p/a.test.ts', test('new'));
    const controller = new AbortController();
    const loading = index.load(controller.signal);
    controller.abort(new Error('stopped'));
    await expect(loading).rejects.toThrow('stopped');
    expect(index.facts()).toBe(before);
    expect(await index.update('a.test.ts')).toBe(true);
  });

  it.each([
    ['answers at once', blockingFileSystem],
    ['answers later', fileSystem],
  ])('reads a real folder through a file system that %s', async (_, files) => {
    const root = temporaryFolder({ 'src/a.test.ts': test('a'), 'long.test.ts': test('x'.repeat(600 * 1024)) });
    const outside = temporaryFolder({ 'b.test.ts': test('b') });
    symlinkSync(outside, path.join(root, 'linked'), 'junction');
    symlinkSync(root, path.join(root, 'src', 'round'), 'junction');
    const index = createCodeIndex({ root, files, ignored: () => false });
    await index.load();
    expect(titles(index)).toEqual(['a']);
    expect(['linked', 'linked/what', 'src/A.test.ts'].map(index.facts().exists)).toEqual([true, true, false]);
    const { unseen } = index.facts();
    expect(unseen('src/round/src/a.test.ts')).toEqual({ path: 'src/round', isLink: true });
    expect(['linked', 'src/a.test.ts', 'src/b.test.ts', 'lib/a.test.ts'].map(unseen)).toEqual(Array(4).fill(undefined));
    expect(await index.update('linked/b.test.ts')).toBe(false);

    renameSync(path.join(root, 'src'), path.join(root, 'lib'));
    expect([await index.update('src'), await index.update('lib')]).toEqual([true, true]);
    expect(paths(index)).toEqual(['lib/a.test.ts']);
    writeFiles(root, { 'lib/b.test.ts': test('b') });
    expect(await index.update('lib/b.test.ts')).toBe(true);
    expect(titles(index)).toEqual(['a', 'b']);
    mkdirSync(path.join(root, 'empty'));
    expect(await index.update('empty')).toBe(true);
    expect(index.facts().exists('empty')).toBe(true);
    rmSync(path.join(root, 'lib'), { recursive: true });
    expect(await index.update('lib')).toBe(true);
    expect(titles(index)).toEqual([]);
  });
});
