import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findSessionPlace } from '../../../server/src/execution/agents/sessionPlace.js';
import { checkBudget } from '../../../server/src/execution/phases/checkBudget.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

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
