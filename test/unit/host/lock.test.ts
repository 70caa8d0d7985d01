import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { withLock } from '../../../server/src/host/lock.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const lockIn = (folder = temporaryFolder()): string => path.join(folder, 'deep', 'lock');
const held = (holder: object | string): string => {
  const folder = temporaryFolder({ 'deep/lock': typeof holder === 'string' ? holder : JSON.stringify(holder) });
  return lockIn(folder);
};
const here = { pid: process.pid, host: os.hostname(), since: Date.now() };
/** The id of a process that is gone. */
const gone = spawnSync(process.execPath, ['-e', '']).pid;
const use = (file: string, waitMilliseconds = 60): ReturnType<typeof withLock<string>> =>
  withLock(file, () => Promise.resolve('used'), { waitMilliseconds });

describe('withLock', () => {
  it('names its holder while it is held, and leaves nothing behind', async () => {
    const file = lockIn();
    const held = await withLock(file, () => Promise.resolve(readFileSync(file, 'utf8')));
    expect(held.kind === 'done' && JSON.parse(held.value)).toMatchObject({ pid: process.pid, host: os.hostname() });
    expect(existsSync(file)).toBe(false);
  });

  it('is given back where what is done under it fails', async () => {
    const file = lockIn();
    await expect(withLock(file, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  it('lets one in at a time', async () => {
    const file = lockIn();
    let inside = 0;
    let most = 0;
    const results = await Promise.all(
      Array.from({ length: 8 }, () =>
        withLock(file, async () => {
          most = Math.max(most, ++inside);
          await new Promise((resolve) => setTimeout(resolve, 2));
          inside--;
        }),
      ),
    );
    expect(results.map(({ kind }) => kind)).toEqual(Array.from({ length: 8 }, () => 'done'));
    expect(most).toBe(1);
  });

  it.each<readonly [string, object]>([
    ['a process that is gone', { ...here, pid: gone }],
    ['a process of before the machine was started', { ...here, since: 1_000 }],
    ...(process.platform === 'linux'
      ? [['a process whose id another one has now', { ...here, startedAt: '1 of another start' }] as const]
      : []),
  ])('takes over the lock of %s', async (_, holder) => {
    const file = held(holder);
    expect(await use(file, 10_000)).toEqual({ kind: 'done', value: 'used' });
    expect(existsSync(file)).toBe(false);
  });

  it.each(['', '.turn'])('says so where a folder is in the way of the lock%s', async (end) => {
    const file = held('');
    const old = new Date(Date.now() - 60_000);
    if (end === '') rmSync(file);
    else utimesSync(file, old, old);
    mkdirSync(`${file}${end}`);
    utimesSync(`${file}${end}`, old, old);
    expect(await use(file)).toEqual({
      kind: 'failed',
      held: false,
      message: `the lock ${file} cannot be created: ${file}${end} is not a file: remove it`,
    });
  });

  it('takes over a lock that nobody has written into for a second', async () => {
    const file = held('');
    const old = new Date(Date.now() - 2_000);
    utimesSync(file, old, old);
    expect(await use(file, 10_000)).toEqual({ kind: 'done', value: 'used' });
  });

  it.each([
    ['a process that lives', here, `process ${process.pid} on`],
    [
      'a process of another machine',
      { ...here, pid: gone, host: 'elsewhere' },
      'if no Pactwright runs on elsewhere any more',
    ],
    ['somebody who is just taking it', '', 'another process'],
  ])('waits for %s, and then says who holds it', async (_, holder, who) => {
    const file = held(holder);
    const result = await use(file);
    expect(result).toMatchObject({ kind: 'failed', held: true, message: expect.stringContaining(who) as string });
    expect(existsSync(file)).toBe(true);
  });

  it('stops waiting when it is aborted', async () => {
    const abort = new AbortController();
    const waiting = withLock(held(here), () => Promise.resolve(), { signal: abort.signal });
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
  });

  it('says why it cannot be made', async () => {
    const folder = temporaryFolder();
    writeFileSync(path.join(folder, 'deep'), 'a file');
    expect(await use(lockIn(folder))).toMatchObject({
      kind: 'failed',
      held: false,
      message: expect.stringMatching(
        /cannot be created: .*; the lock prevents .*: allow this user to create files in .*deep$/u,
      ) as string,
    });
  });
});
