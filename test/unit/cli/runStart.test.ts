import path from 'node:path';
import { expect, it } from 'vitest';
import { findRuns } from '../../../server/src/execution/runLog/runFile.js';
import { plannedShop } from '../../support/enginePackets.js';
import { installFakeAgents } from '../../support/fakeAgents.js';
import { run } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { testMachine } from '../../support/testMachine.js';
import { writeRun } from '../../support/writtenRun.js';

it('records no run that cannot be worked on: commands without a name are about the newest', async () => {
  const { folder } = plannedShop(['STORY-001']);
  const programs = temporaryFolder();
  installFakeAgents(programs, ['claude']);
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, PACTWRIGHT_STATE: temporaryFolder() };
  const start = (...more: string[]): ReturnType<typeof run> =>
    run({ cwd: folder, env }, 'run', 'start', 'STORY-001', '--agent', 'claude', '--no-review', ...more);
  const machine = testMachine(env);
  const { runs } = await findRuns(machine, folder);
  await machine.disk.mkdir(runs, { recursive: true });
  const held = await machine.withLock(path.join(runs, 'engine.lock'), () => start(), { waitMilliseconds: 0 });
  expect(held).toMatchObject({ kind: 'done', value: { code: 2, out: '' } });
  expect(held).toMatchObject({ value: { err: expect.stringContaining('is being worked on already') as string } });
  const { code, out, err } = await start('--queue', 'postgres://ann:secret@db/x');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  // Of an old Node it is known before the address is looked at.
  expect(err).toMatch(/contains a password|needs Node/u);
  expect((await run({ cwd: folder, env }, 'run', 'list')).out).toContain('There is no run yet');
});

it('aborts a run whose queue refuses this version, and says what may be left there', async () => {
  const { folder } = plannedShop(['STORY-001']);
  const packet = { id: 'STORY-001', title: 'Cart', touches: [], resources: [], needs: [] };
  const terms = { queue: { remote: 'origin', labels: [], environment: [], leaseSeconds: 60 } };
  const { say } = writeRun(folder, [packet], {}, { terms });
  say({ kind: 'started', key: 'STORY-001/build/1', packet: 'STORY-001', step: 'build', fresh: true });
  const env = { PATH: process.env['PATH'] ?? '', PACTWRIGHT_QUEUE: 'postgres://127.0.0.1:1/x' };
  const { code, out, err } = await run({ cwd: folder, env }, 'run', 'abort');
  expect({ code, out }, err).toMatchObject({ code: 0, out: expect.stringContaining('was aborted') as string });
  expect(err).toMatch(/needs Node|has no queue/u);
  expect(err).toContain('these jobs may still be in the queue');
});

it('takes no limit that would limit nothing, and warns of an item that is not in the run', async () => {
  const { folder } = plannedShop(['STORY-001']);
  const programs = temporaryFolder();
  installFakeAgents(programs, ['claude']);
  const env = { PATH: `${programs}:${process.env['PATH'] ?? ''}`, PACTWRIGHT_STATE: temporaryFolder() };
  const plan = (...more: string[]): ReturnType<typeof run> =>
    run({ cwd: folder, env }, 'run', 'plan', '--agent', 'claude', '--no-review', ...more);
  const { code, err } = await plan('--per-agent', 'claude+clade=1');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('"clade", which is no agent: ') as string });
  const warned = await plan('--per-agent', 'claude=1', '--exclusive', 'port-8080=STORY-001,STORY-010');
  expect(warned.code, warned.err).toBe(0);
  expect(warned.err).toContain('STORY-010 is not in this run, so --exclusive port-8080 has no effect on it');
});

it('ends well where nothing but what a person has paused is left', async () => {
  const { folder } = plannedShop(['STORY-001']);
  const packet = { id: 'STORY-001', title: 'Cart', touches: [], resources: [], needs: [] };
  const { say } = writeRun(folder, [packet], { review: false });
  const key = 'STORY-001/build/1';
  say(
    { kind: 'started', key, packet: packet.id, step: 'build', fresh: true },
    { kind: 'ended', key, packet: packet.id, result: { outcome: 'passed' } },
    { kind: 'paused', step: 'merge' },
  );
  const env = { PATH: process.env['PATH'] ?? '' };
  const { code, out, err } = await run({ cwd: folder, env }, 'run', 'resume', '--step', 'build');
  expect({ code, err }, out).toEqual({ code: 0, err: '' });
  expect(out).toContain('is paused: ');
});
