import { existsSync, mkdirSync, readdirSync, utimesSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeAttemptFolder, removeLeftFolders } from '../../../server/src/execution/worker/attemptFolder.js';
import { runWorker } from '../../../server/src/execution/worker/runWorker.js';
import { attemptRefs, groupOf, jobIdOf, trustLabel } from '../../../server/src/runs/attempt.js';
import type { Machine } from '../../../server/src/workspace/machine.js';
import { type MemoryQueue, memoryQueue } from '../../support/memoryQueue.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';

const machine = testMachine(process.env);
const attempt = { run: '20261126-120000-abcd', packet: 'STORY-001', number: 1 };
const hash = 'a'.repeat(40);

async function queueWith(remote: string, labels: readonly string[] = []): Promise<MemoryQueue> {
  const queue = memoryQueue();
  const data = {
    run: attempt.run,
    packet: attempt.packet,
    attempt: attempt.number,
    remote,
    base: hash,
    branch: attemptRefs(attempt).branch,
    prompt: hash,
    agent: '',
    role: 'build',
    limits: { rounds: 1 },
    labels,
    environment: [],
  };
  await queue.submit({ id: jobIdOf(attempt), labels, group: groupOf(remote), leaseSeconds: 30, data });
  return queue;
}

/** @returns what it warned about. */
async function work(
  queue: MemoryQueue,
  {
    on = machine,
    remotes = [],
    home = temporaryFolder(),
    trustCommands = false,
  }: { on?: Machine; remotes?: string[]; home?: string; trustCommands?: boolean } = {},
): Promise<string> {
  const warnings: string[] = [];
  await runWorker({
    machine: on,
    queue,
    home,
    slots: 2,
    labels: [],
    once: true,
    remotes,
    trustCommands,
    redact: (text) => text,
    tell: () => undefined,
    warn: (text) => void warnings.push(text),
    signal: new AbortController().signal,
  });
  return warnings.join('\n');
}

const endOf = async (queue: MemoryQueue): Promise<unknown> => (await queue.look(attempt.run)).get(jobIdOf(attempt));

describe('a worker', () => {
  it('leaves packets of other remotes to others', async () => {
    const queue = await queueWith('https://example.com/theirs.git');
    expect(await work(queue, { remotes: ['https://example.com/ours.git'] })).toBe('');
    expect(await endOf(queue)).toEqual({ kind: 'waiting' });
  });

  it('takes packets whose commands it would have to run only if it may', async () => {
    const queue = await queueWith('ext::sh -c x', [trustLabel]);
    expect(await work(queue)).toBe('');
    expect(await endOf(queue)).toEqual({ kind: 'waiting' });
    await work(queue, { trustCommands: true });
    expect(await endOf(queue)).toMatchObject({ kind: 'done' });
  });

  it('gives back what it cannot do, and leaves no folder', async () => {
    const queue = await queueWith('ext::sh -c x');
    const home = temporaryFolder();
    expect(await work(queue, { remotes: ['ext::sh -c x'], home })).toContain('is not an https');
    expect(await endOf(queue)).toMatchObject({ kind: 'done', output: { refused: expect.any(String) as string } });
    expect(readdirSync(path.join(home, 'attempts'))).toEqual([]);
  });

  it('outlives a disk that refuses', async () => {
    const queue = await queueWith('/nowhere');
    const rm = (): Promise<never> => Promise.reject(new Error('EROFS'));
    expect(await work(queue, { on: { ...machine, disk: { ...machine.disk, rm } } })).toContain('EROFS');
    expect(await endOf(queue)).toMatchObject({ output: { refused: 'EROFS' } });
  });
});

describe('the folder of an attempt', () => {
  it('is never there without its owner, and one that is being made is left alone', async () => {
    const home = temporaryFolder();
    const seen: string[] = [];
    const rename: Machine['disk']['rename'] = async (from, to) => {
      await removeLeftFolders(home, machine);
      seen.push(...readdirSync(path.join(home, 'attempts')));
      await machine.disk.rename(from, to);
    };
    const { folder } = await makeAttemptFolder(home, attempt, '/x', { ...machine, disk: { ...machine.disk, rename } });
    expect(seen).toEqual([`${path.basename(folder)}.${process.pid}.tmp`]);
    await removeLeftFolders(home, machine);
    expect(existsSync(path.join(folder, 'owner.json'))).toBe(true);
    const old = path.join(home, 'attempts', `old.${process.pid}.tmp`);
    // No process has such a number.
    const ofKilled = path.join(home, 'attempts', `new.${2 ** 31 - 1}.tmp`);
    for (const one of [old, ofKilled]) mkdirSync(one);
    utimesSync(old, 0, 0);
    await removeLeftFolders(home, machine);
    expect([old, ofKilled].filter((one) => existsSync(one))).toEqual([]);
  });
});
