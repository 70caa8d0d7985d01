import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { markOf } from '../../../server/src/execution/agents/processMark.js';
import { requireFreeFolder } from '../../../server/src/execution/phases/requireFreeFolder.js';
import { openGitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

const id = '20260301-100000-act-STORY-001-0001';
const item = 'STORY-001';
const nobody = { pid: 2 ** 22 - 1, startedAt: 'never' };

/** A folder in which an agent is at work that has not ended. */
async function atWork({ hasKeeper = false, mode = 'headless', access = 'write', elsewhere = false } = {}) {
  const machine = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() });
  const folder = temporaryFolder();
  const logs = path.join(folder, '.git/pactwright/agents');
  mkdirSync(logs, { recursive: true });
  openGitRepository(folder).git('init', '--quiet');
  const agent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { env: { PACTWRIGHT_SESSION: id } });
  onTestFinished(() => void agent.kill('SIGKILL'));
  await once(agent, 'spawn');
  const start = { id, agent: 'player', mode, access, item, phase: 'act', round: 1, command: [] };
  const entries = [
    {
      kind: 'start',
      at: 1,
      start: { ...start, folder: elsewhere ? path.join(folder, 'other') : folder },
      keeper: hasKeeper ? await markOf(machine, process.pid) : nobody,
    },
    { kind: 'process', at: 2, process: await markOf(machine, agent.pid ?? 0) },
  ];
  const log = path.join(logs, `${id}.jsonl`);
  writeFileSync(log, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  const told: string[] = [];
  const asked = requireFreeFolder(item, folder, {
    ...silentDesk(machine),
    tell: (event) => told.push(JSON.stringify(event)),
  });
  return { asked, told, agent, text: () => readFileSync(log, 'utf8') };
}

describe('where another agent is at work on the item', () => {
  it.each([
    ['its phase is there', { hasKeeper: true }],
    ['a person talks to it', { mode: 'interactive' }],
  ])('none is started: %s', async (_, how) => {
    const { asked, agent } = await atWork(how);
    await expect(asked).rejects.toThrow(`player is at work on ${item}`);
    expect(agent.exitCode).toBeNull();
  });

  it('it is ended if its phase is gone', async () => {
    const { asked, told, agent, text } = await atWork();
    const ended = once(agent, 'exit');
    await asked;
    await ended;
    expect(told.join('\n')).toContain(`ended ${id}`);
    expect(text()).toContain('"kind":"end"');
  });

  it.each([
    ['only reads', { hasKeeper: true, access: 'read' }],
    ['works elsewhere', { hasKeeper: true, elsewhere: true }],
  ])('it disturbs nobody if it %s', async (_, how) => {
    const { asked, told, agent } = await atWork(how);
    await asked;
    expect([told, agent.exitCode]).toEqual([[], null]);
  });
});
