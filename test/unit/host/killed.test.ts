import { spawn, spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { checkKilled, killedCases } from '../../support/killedWriter.js';

const program = bundledCli('test/support/programs/applyOnce.ts');

/** It has an edit in it, and a name that goes; all others are in killed.long.ts. */
const shortest = Object.entries(killedCases).filter(([name]) => name === 'an edit, and another name');

describe.skipIf(process.platform === 'win32')('a writer that is killed before any of its steps', () => {
  it.each(shortest)('leaves every file whole, and no lock that holds: %s', (_, one) => checkKilled(program, one));
});

describe.skipIf(process.platform === 'win32')('a program that is killed while it runs others', () => {
  const loops = bundledCli('test/support/programs/runLoops.ts');
  const withoutFiles = bundledCli('test/support/programs/watchWithoutFiles.ts');

  it.each([
    ['leaves none of them running', 2, []],
    ['nor where what watches them was killed before', 3, ['again']],
  ])('%s', async (_, count, args) => {
    const child = spawn(process.execPath, [loops, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ids = await new Promise<number[]>((resolve) => {
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (more: string) => {
        text += more;
        if (text.split('\n').length > count) resolve(text.trim().split('\n').map(Number));
      });
    });
    expect(ids.filter(isRunning)).toHaveLength(count);
    child.kill('SIGKILL');
    await expect.poll(() => ids.filter(isRunning), { timeout: 30_000 }).toEqual([]);
  });
  it('goes on where nothing can watch them, without free file descriptors', () => {
    const args = ['-c', 'ulimit -n 100; exec "$0" "$1"', process.execPath, withoutFiles];
    const { status, stderr } = spawnSync('/bin/sh', args, { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0);
  } catch {
    return false;
  }
}
