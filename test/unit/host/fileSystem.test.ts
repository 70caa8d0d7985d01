import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { blockingFileSystem, fileSystem } from '../../../server/src/host/fileSystem.js';
import type { ReadResult } from '../../../server/src/workspace/ports.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

/** A folder with every kind of thing a path may lead to; what is outside of it is beside it. */
function scene(): { folder: string; read: (name: string, files: typeof fileSystem) => Promise<ReadResult> } {
  const outer = temporaryFolder({
    'in/a file.md': 'text',
    'in/sub/b.md': 'b',
    'out/secret.md': 'secret',
    'inner.md': '',
  });
  const folder = path.join(outer, 'in');
  if (process.platform !== 'win32') {
    symlinkSync('a file.md', path.join(folder, 'link.md'));
    symlinkSync('../out/secret.md', path.join(folder, 'out.md'));
    symlinkSync('../inner.md', path.join(folder, 'beside.md'));
    symlinkSync('nowhere.md', path.join(folder, 'broken.md'));
    symlinkSync('circle.md', path.join(folder, 'circle.md'));
    symlinkSync('../out', path.join(folder, 'outFolder'));
    symlinkSync('sub', path.join(folder, 'linkedFolder'));
    execFileSync('mkfifo', [path.join(folder, 'pipe.md')]);
  }
  mkdirSync(path.join(folder, 'folder.md'));
  return {
    folder,
    read: async (name, files) => files.read(path.join(folder, name), { within: folder, maxBytes: 10 }),
  };
}

describe.each([
  ['fileSystem', fileSystem],
  ['blockingFileSystem', blockingFileSystem],
])('%s', (_, files) => {
  it('tells what a path leads to', async () => {
    const { read } = scene();
    const file = (text: string): object => ({ kind: 'file', bytes: Buffer.from(text) });
    expect(await read('a file.md', files)).toEqual(file('text'));
    expect(await read('folder.md', files)).toEqual({ kind: 'directory' });
    expect(await read('missing.md', files)).toEqual({ kind: 'missing' });
    expect(await read('a file.md/below.md', files)).toEqual({ kind: 'missing' });
    expect(await read('../inner.md', files)).toMatchObject({ kind: 'outside' });
  });

  it.skipIf(process.platform === 'win32')('follows links inside only, and never waits for a pipe', async () => {
    const { read } = scene();
    expect(await read('link.md', files)).toEqual({ kind: 'file', bytes: Buffer.from('text') });
    expect(await read('linkedFolder/b.md', files)).toEqual({ kind: 'file', bytes: Buffer.from('b') });
    expect(await read('linkedFolder', files)).toEqual({ kind: 'directory' });
    for (const name of ['out.md', 'beside.md', 'outFolder', 'outFolder/secret.md'])
      expect(await read(name, files), name).toMatchObject({ kind: 'outside' });
    expect(await read('broken.md', files)).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/link/) as unknown,
    });
    expect(await read('circle.md', files)).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/loop/) as unknown,
    });
    expect(await read('pipe.md', files)).toMatchObject({
      kind: 'error',
      message: expect.stringMatching(/regular/) as unknown,
    });
  });

  it('does not read what is too large', async () => {
    const { folder } = scene();
    const name = path.join(folder, 'a file.md');
    expect(await files.read(name, { within: folder, maxBytes: 3 })).toEqual({ kind: 'tooLarge', size: 4 });
    expect(await files.read(name, { within: folder, maxBytes: 4 })).toMatchObject({ kind: 'file' });
  });

  it('lists a folder, links as links, and nothing where there is none', async () => {
    const { folder } = scene();
    const entries = new Map((await files.list(folder)).entries.map(({ name, kind }) => [name, kind]));
    expect(entries.get('a file.md')).toBe('file');
    expect(entries.get('sub')).toBe('folder');
    if (process.platform !== 'win32')
      expect([entries.get('link.md'), entries.get('pipe.md')]).toEqual(['link', 'other']);
    expect(await files.list(path.join(folder, 'missing'))).toEqual({ entries: [] });
    expect(await files.list(path.join(folder, 'a file.md'))).toEqual({ entries: [] });
  });

  it.skipIf(process.platform === 'win32')('tells a folder that cannot be read from one that is empty', async () => {
    const { folder } = scene();
    symlinkSync('circle', path.join(folder, 'circle'));
    expect(await files.list(path.join(folder, 'circle'))).toEqual({
      entries: [],
      problem: 'its links form a loop',
    });
  });

  it('tells files from folders', async () => {
    const { folder } = scene();
    expect(await files.kindOf(folder)).toBe('folder');
    expect(await files.kindOf(path.join(folder, 'a file.md'))).toBe('file');
    expect(await files.kindOf(path.join(folder, 'missing'))).toBeUndefined();
    expect(await files.realPath(path.join(folder, 'missing'))).toBeUndefined();
    expect(await files.realPath(path.join(folder, 'sub', '..'))).toBe(folder);
  });
});
