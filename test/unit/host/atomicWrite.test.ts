import {
  chmodSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { deleteUnchanged, writeAtomically } from '../../../server/src/host/atomicWrite.js';
import { contentHash } from '../../../server/src/base/contentHash.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const before = '# old\r\n';

function file(): { folder: string; name: string } {
  const folder = temporaryFolder({ 'spec.md': before });
  return { folder, name: path.join(folder, 'spec.md') };
}

describe('writeAtomically', () => {
  it('replaces a file that is what the caller saw, byte for byte, and leaves nothing else behind', async () => {
    const { folder, name } = file();
    const text = '\uFEFF# new\r\nGröße 📋';
    expect(await writeAtomically(name, text, contentHash(before))).toEqual({ kind: 'written' });
    expect(readFileSync(name)).toEqual(Buffer.from(text));
    expect(readdirSync(folder)).toEqual(['spec.md']);
  });

  it('makes a file where there is none', async () => {
    const { folder } = file();
    const name = path.join(folder, 'new.md');
    expect(await writeAtomically(name, 'x', undefined)).toEqual({ kind: 'written' });
    expect(readFileSync(name, 'utf8')).toBe('x');
  });

  it.each([
    ['has another text', contentHash('# what the caller saw'), /changed in the meantime.*try again/],
    ['should not be there', undefined, /was created in the meantime.*try again/],
  ])('refuses a file that %s', async (_, expected, message) => {
    const { folder, name } = file();
    const result = await writeAtomically(name, 'new', expected);
    expect(result.kind).toBe('changed');
    expect(result.kind === 'changed' && result.message).toMatch(message);
    expect(readFileSync(name, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['spec.md']);
  });

  it('refuses a file that is gone', async () => {
    const { folder } = file();
    const result = await writeAtomically(path.join(folder, 'gone.md'), 'new', contentHash(before));
    expect(result.kind).toBe('changed');
    expect(readdirSync(folder)).toEqual(['spec.md']);
  });

  it('lets one of many writers win and tells the others', async () => {
    const { folder, name } = file();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, number) => writeAtomically(name, `writer ${number}`, contentHash(before))),
    );
    expect(results.some(({ kind }) => kind === 'written')).toBe(true);
    expect(readFileSync(name, 'utf8')).toMatch(/^writer \d$/);
    expect(readdirSync(folder)).toEqual(['spec.md']);
  });

  it.skipIf(process.platform === 'win32')('keeps the mode', async () => {
    const { name } = file();
    for (const mode of [0o600, 0o664, 0o755]) {
      writeFileSync(name, before);
      chmodSync(name, mode);
      await writeAtomically(name, 'new', contentHash(before));
      expect(statSync(name).mode & 0o777).toBe(mode);
    }
  });

  it('leaves a file alone that is read-only', async () => {
    const { folder, name } = file();
    chmodSync(name, 0o444);
    expect(await writeAtomically(name, 'new', contentHash(before))).toEqual({
      kind: 'failed',
      message: `${name} is read-only and was not changed: make it writable, then try again`,
    });
    expect(readFileSync(name, 'utf8')).toBe(before);
    expect(readdirSync(folder)).toEqual(['spec.md']);
  });

  it('deletes a file that is what the caller saw, and no other', async () => {
    const { folder, name } = file();
    expect(await deleteUnchanged(name, contentHash('# other'))).toMatchObject({ kind: 'changed' });
    chmodSync(name, 0o444);
    expect(await deleteUnchanged(name, contentHash(before))).toMatchObject({ kind: 'failed' });
    expect(readFileSync(name, 'utf8')).toBe(before);
    chmodSync(name, 0o644);
    expect(await deleteUnchanged(name, contentHash(before))).toEqual({ kind: 'written' });
    expect(readdirSync(folder)).toEqual([]);
    expect(await deleteUnchanged(name, contentHash(before))).toMatchObject({ kind: 'changed' });
  });

  it.skipIf(process.platform === 'win32')('writes through a link and keeps it', async () => {
    const { folder, name } = file();
    const link = path.join(folder, 'link.md');
    symlinkSync(name, link);
    expect(await writeAtomically(link, 'new', contentHash(before))).toEqual({ kind: 'written' });
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(name, 'utf8')).toBe('new');
  });

  it('takes away what a killed process has left of this file, and nothing else', async () => {
    const { folder, name } = file();
    const temporary = (of: string): string => path.join(folder, `.${of}.0123456789ab.tmp`);
    const others = [temporary('other.md'), path.join(folder, '.spec.md.notes.tmp'), path.join(folder, 'spec.md.bak')];
    const young = path.join(folder, '.spec.md.ba9876543210.tmp');
    for (const one of [temporary('spec.md'), young, ...others]) writeFileSync(one, 'half');
    for (const one of [temporary('spec.md'), ...others]) utimesSync(one, 1, 1);
    expect(await writeAtomically(name, 'new', contentHash(before))).toEqual({ kind: 'written' });
    expect(readdirSync(folder).toSorted()).toEqual(
      ['spec.md', young, ...others].map((one) => path.basename(one)).toSorted(),
    );
  });

  it('says in plain words what keeps it from writing', async () => {
    const { folder } = file();
    const result = await writeAtomically(path.join(folder, 'missing', 'a.md'), 'x', undefined);
    expect(result).toEqual({
      kind: 'failed',
      message: `${path.join(folder, 'missing', 'a.md')} cannot be written: no such file or folder`,
    });
    mkdirSync(path.join(folder, 'folder.md'));
    const onFolder = await writeAtomically(path.join(folder, 'folder.md'), 'x', undefined);
    expect(onFolder).toMatchObject({ kind: 'failed', message: expect.stringMatching(/it is a folder$/) as unknown });
  });
});
