import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { markOf } from '../../../server/src/execution/agents/processMark.js';
import { findSessionPlace } from '../../../server/src/execution/agents/sessionPlace.js';
import { checkBudget } from '../../../server/src/execution/phases/checkBudget.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';
import { writeRun } from '../../support/writtenRun.js';

it('counts for a day what a session that began before it has worked since', async () => {
  const now = Date.parse('2026-03-02T06:00:00Z');
  const folder = temporaryFolder();
  const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: folder }, () => now);
  const { logs } = await findSessionPlace(machine, folder);
  mkdirSync(logs, { recursive: true });
  const session = (id: string, from: number, to: number): void => {
    const start = { id, agent: 'claude', mode: 'headless', access: 'write', round: 1, folder, command: ['claude'] };
    const process = { pid: 1, startedAt: '' };
    const entries = [
      { kind: 'start', at: from, start, keeper: process },
      { kind: 'process', at: from, process },
      { kind: 'end', at: to, code: 0, end: { kind: 'finished', message: '' } },
    ];
    const log = path.join(logs, `${id}.jsonl`);
    writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
    utimesSync(log, to / 1_000, to / 1_000);
  };
  session('20260227-010000-act-STORY-001-1f3a', Date.parse('2026-02-27T01:00:00Z'), now - 5 * 3_600_000);
  session('20260301-010000-act-STORY-002-1f3b', Date.parse('2026-03-01T01:00:00Z'), Date.parse('2026-03-01T09:00:00Z'));
  const spending = { phase: 'act', item: 'STORY-003', folder, begunAt: now };
  const desk = silentDesk(machine);
  expect(await checkBudget({ dayMinutes: 61 }, spending, desk)).toEqual({ dollars: undefined });
  expect(await checkBudget({ dayMinutes: 60 }, spending, desk)).toMatchObject({
    over: { message: expect.stringContaining('agents have worked 60 minutes today') as string },
  });
});

it.each([
  ['dayTokens', { dayTokens: 1_501 }, { dayTokens: 1_500 }],
  ['dayMinutes', { dayMinutes: 4 }, { dayMinutes: 3 }],
  ['day', { day: 1.6 }, { day: 1.5 }],
  ['item', { item: 2.6 }, { item: 2.5 }],
])('counts what workers have used, and no agent here twice: %s', async (_, enough, spent) => {
  const now = Date.parse('2026-03-02T06:00:00Z');
  const { folder } = gitRepository();
  const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() }, () => now);
  const id = 'STORY-001';
  const packet = { id, title: '', needs: [], touches: [], resources: [] };
  const queue = { remote: 'origin', labels: [], environment: [], leaseSeconds: 30 };
  for (const [run, from, terms] of [
    ['20260301-050000-1f3a', now - 86_400_000, { queue }],
    ['20260302-050000-1f3b', now - 3_600_000, { queue }],
    ['20260302-050000-1f3c', now - 3_600_000, {}],
  ] as const) {
    const { say } = writeRun(folder, [packet], {}, { id: run, from, terms });
    const dollars = from > now - 86_400_000 ? 1.5 : 1;
    const used = { outcome: 'passed', tokens: 1_500, agentMs: 180_000, dollars } as const;
    say(
      { kind: 'started', key: `${id}/build/1`, packet: id, step: 'build' },
      { kind: 'ended', key: `${id}/build/1`, packet: id, result: { outcome: 'lost' } },
      { kind: 'started', key: `${id}/build/2`, packet: id, step: 'build' },
      { kind: 'ended', key: `${id}/build/2`, packet: id, result: used },
      { kind: 'started', key: `${id}/merge/3`, packet: id, step: 'merge' },
      { kind: 'ended', key: `${id}/merge/3`, packet: id, result: { outcome: 'passed', tokens: 9_000 } },
    );
  }
  const spending = { phase: 'act', item: id, folder, begunAt: now };
  const desk = silentDesk(machine);
  expect(await checkBudget(enough, spending, desk)).toHaveProperty('dollars');
  expect(await checkBudget(spent, spending, desk)).toMatchObject({ over: { kind: expect.any(String) as string } });
});

it('counts for a day what runs have put aside for agents at work, of whose engine is there or whose workers go on', async () => {
  const now = Date.parse('2026-03-02T06:00:00Z');
  const { folder } = gitRepository();
  const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() }, () => now);
  const packets = ['STORY-001', 'STORY-002'].map((id) => ({ id, title: '', needs: [], touches: [], resources: [] }));
  const queue = { remote: 'origin', labels: [], environment: [], leaseSeconds: 30 };
  const here = await markOf(machine, process.pid);
  const gone = { pid: here.pid, startedAt: 'another' };
  for (const [run, engine, terms, from] of [
    ['20260302-050000-1f3a', here, {}, now - 60_000],
    ['20260302-050000-1f3b', gone, {}, now - 60_000],
    ['20260302-050000-1f3c', gone, { queue }, now - 60_000],
    ['20260202-050000-1f3d', gone, { queue }, now - 28 * 86_400_000],
  ] as const) {
    const { say } = writeRun(folder, packets, {}, { id: run, from, terms });
    say({ kind: 'engine', process: engine });
    for (const { id: packet } of packets)
      say({ kind: 'started', key: `${packet}/build/1`, packet, step: 'build', dollars: 2 });
    say({ kind: 'ended', key: 'STORY-001/build/1', packet: 'STORY-001', result: { outcome: 'passed' } });
  }
  const ask = (day: number, dollars: number, more = {}): ReturnType<typeof checkBudget> => {
    const spending = { phase: 'act', item: 'STORY-003', folder, begunAt: now, dollars, ...more };
    return checkBudget({ day, item: 100 }, spending, silentDesk(machine));
  };
  expect(await ask(6, 2)).toEqual({ dollars: 2 });
  expect(await ask(5, 2)).toMatchObject({
    over: {
      kind: 'reserved',
      message: expect.stringContaining('in 20260302-050000-1f3a, 20260302-050000-1f3c, and') as string,
    },
  });
  // The first that began waits for none, and the packet of that name in another run for it.
  expect(await ask(2, 2, { item: 'STORY-002', run: '20260302-050000-1f3a' })).toEqual({ dollars: 2 });
  expect(await ask(2, 2, { item: 'STORY-002', run: '20260302-050000-1f3c' })).toMatchObject({
    over: { kind: 'reserved' },
  });
});
