import { readdirSync, readFileSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { cacheFiles, cacheFilesAtOnce } from '../../../server/src/host/cacheFiles.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

describe.each([
  ['without blocking', cacheFiles],
  ['at once', cacheFilesAtOnce],
])('files of a cache, %s', (_, files) => {
  it('removes files that nobody wrote for over 30 days when a new one comes, and no others', async () => {
    const folder = temporaryFolder({ old: '', recent: '', 'sub/old': '' });
    const daysAgo = (days: number): Date => new Date(Date.now() - days * 24 * 60 * 60 * 1000);
    for (const file of ['old', 'sub/old']) utimesSync(path.join(folder, file), daysAgo(31), daysAgo(31));
    utimesSync(path.join(folder, 'recent'), daysAgo(29), daysAgo(29));

    await files.write(path.join(folder, 'recent'), 'again');
    expect(readdirSync(folder).sort()).toEqual(['old', 'recent', 'sub']);
    await files.write(path.join(folder, 'new'), '');
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['new', 'recent', 'sub', path.join('sub', 'old')]);
  });

  it('are written in pieces, added to, and read', async () => {
    const file = path.join(temporaryFolder(), 'sub', 'new');
    await files.write(file, new Set(['one ', 'two ✓ ']));
    await files.add(file, 'three');
    expect(await files.read(file)).toBe('one two ✓ three');
    await files.write(file, 'whole');
    expect(readFileSync(file, 'utf8')).toBe('whole');
    expect(readdirSync(path.dirname(file))).toEqual(['new']);
  });

  it('are let be where they cannot be written or read', async () => {
    const folder = temporaryFolder({ file: '', 'folder/file': '' });
    await files.write(path.join(folder, 'file', 'below'), 'text');
    await files.write(path.join(folder, 'folder'), 'text');
    await files.add(path.join(folder, 'none', 'below'), 'text');
    expect(await files.read(path.join(folder, 'none'))).toBeUndefined();
    expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['file', 'folder', path.join('folder', 'file')]);
  });
});
