import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import { endWithDescendants } from '../../../server/src/host/endProcess.js';
import { listProcesses, parsePs, whichLive, withDescendants } from '../../../server/src/host/processTable.js';

/** A process that has started two, one of which has a group of its own; says their pids. */
async function family(): Promise<{ readonly pid: number; readonly children: readonly number[] }> {
  const idle = 'setInterval(() => undefined, 1000)';
  const script = `
    const { spawn } = require('node:child_process');
    const start = (detached) => spawn(process.execPath, ['-e', '${idle}'], { detached, stdio: 'ignore' }).pid;
    console.log(start(false), start(true));
    ${idle}`;
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { pid: child.pid ?? 0, children: said.toString().trim().split(' ').map(Number) };
}

const markOf = async (pid: number): Promise<{ readonly pid: number; readonly startedAt: string }> => {
  const [listed] = await listProcesses([pid]);
  return { pid, startedAt: listed?.startedAt ?? '' };
};

const gone = 2 ** 22 - 1;

describe.skipIf(process.platform === 'win32')('processes', () => {
  it('are known by pid and start', async () => {
    const own = await markOf(process.pid);
    expect(await markOf(process.pid)).toEqual(own);
    expect(own.startedAt).not.toBe('');
    expect(await listProcesses([gone])).toEqual([]);
    expect(await listProcesses([])).toEqual([]);
    const another = { ...own, startedAt: `${own.startedAt} later` };
    const missed = { pid: gone, startedAt: '' };
    expect([...(await whichLive([own, another, missed]))]).toEqual([own]);
  });

  it('are found with what they have started, and not where the pid is another one now', async () => {
    const { pid, children } = await family();
    const root = await markOf(pid);
    const pids = async (mark: typeof root): Promise<readonly number[]> =>
      (await withDescendants(mark)).map((one) => one.pid).sort((a, b) => a - b);
    expect(await pids(root)).toEqual([pid, ...children].sort((a, b) => a - b));
    expect(await pids({ pid, startedAt: 'before' })).toEqual([]);
    await endWithDescendants({ pid, startedAt: 'before' });
    expect((await whichLive([root])).size).toBe(1);
    const all = await Promise.all([pid, ...children].map(markOf));
    await endWithDescendants(root);
    expect((await whichLive(all)).size).toBe(0);
  });

  it('that are over, but nobody has taken note of, are gone', async () => {
    const script =
      "require('node:child_process').spawn('true'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)";
    const child = spawn(process.execPath, ['-e', script]);
    onTestFinished(() => void child.kill('SIGKILL'));
    const root = await markOf(child.pid ?? 0);
    for (let listed = await withDescendants(root); listed.length > 1; listed = await withDescendants(root));
    expect((await withDescendants(root)).map(({ pid }) => pid)).toEqual([child.pid]);
  });

  it('are read from what ps says', () => {
    const said = [
      '    1     0     1 Ss   Sat Mar  7 09:00:01 2026',
      '  501     1   501 S+   Sat Mar  7 10:15:02 2026    ',
      '  502   501   501 Z    Sat Mar  7 10:15:03 2026',
      'ps: no such process',
      '',
    ];
    expect(parsePs(said.join('\n'))).toEqual([
      { pid: 1, parent: 0, group: 1, startedAt: 'Sat Mar  7 09:00:01 2026' },
      { pid: 501, parent: 1, group: 501, startedAt: 'Sat Mar  7 10:15:02 2026' },
    ]);
  });
});
