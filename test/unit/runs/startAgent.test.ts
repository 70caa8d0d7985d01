import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Agent } from '../../../server/src/agents/agent.js';
import { logsOf } from '../../../server/src/execution/agents/sessionPlace.js';
import { startAgent } from '../../../server/src/execution/runs/startAgent.js';
import { orRefused } from '../../../server/src/operations/orRefused.js';
import { newPacket } from '../../../server/src/runs/runState.js';
import { gitRepository } from '../../support/gitRepository.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { silentDesk, testMachine } from '../../support/testMachine.js';

const agent: Agent = {
  id: 'priced',
  name: 'Priced',
  program: process.execPath,
  installPage: '',
  versionArgs: ['--version'],
  interactive: () => ({ args: [] }),
  headless: () => ({ args: [] }),
  models: [],
  resumes: false,
  readLine: (text) =>
    text === 'On.' ? [{ kind: 'working' }] : [{ kind: 'cost', dollars: Number(text), isMore: true }],
  readEnd: (code) => ({ kind: code === 0 ? 'finished' : 'crash', message: '' }),
};

it('lets an agent of a packet have what is left of the day, whatever an item of the same name has cost', async () => {
  const { folder, commit } = gitRepository();
  commit('Begin', { '.pactwright/config.yaml': 'agents: { budget: { item: 0.1, day: 0.3 } }\n' });
  const real = testMachine({ ...process.env, PACTWRIGHT_STATE: temporaryFolder() });
  const started: string[] = [];
  const programs: typeof real.programs = {
    ...real.programs,
    start: (start) => {
      if (start.program !== agent.program) return real.programs.start(start);
      started.push(start.folder);
      start.pipes?.take('0.05\n0.06\nOn.\n', 'output');
      return Promise.resolve({ kind: 'started', pid: 10_000_001, end: Promise.resolve({ code: 0, signal: null }) });
    },
    endWithDescendants: () => Promise.resolve(),
  };
  const machine = { ...real, programs };
  const { signal } = new AbortController();
  const main = orRefused(await machine.git.repository(folder, signal));
  const logs = logsOf(machine, folder, main);
  const now = machine.clock();
  const id = `${new Date(now).toISOString().replaceAll(/[-:]/gu, '').slice(0, 15).replace('T', '-')}-run-part-1-1f3a`;
  const start = {
    id,
    agent: 'priced',
    mode: 'headless',
    access: 'write',
    round: 1,
    folder,
    command: [],
    item: 'part-1',
  };
  const entries = [
    { kind: 'start', at: now, start, keeper: { pid: 1, startedAt: '' } },
    { kind: 'event', at: now, event: { kind: 'cost', dollars: 0.2 } },
  ];
  mkdirSync(logs, { recursive: true });
  writeFileSync(path.join(logs, `${id}.jsonl`), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));

  const role = { agents: ['priced'] };
  const terms = { build: role, review: role, rounds: 1, trustCommands: false };
  const packet = { id: 'part-1', title: '', needs: [], touches: [], resources: [] };
  const job = {
    key: 'part-1/build/1',
    step: 'build',
    one: newPacket(packet),
    dollars: 5,
    since: now,
    at: now,
  } as const;
  const repository = { main, target: 'main' };
  const hands = { machine, run: 'r', folder, root: folder, repository, terms, agents: [agent], sessions: logs };
  const desk = silentDesk(machine);
  const { end } = await startAgent({ job, hands, desk }, { folder, prompt: 'Build it', access: 'write', ...role });
  expect({ started, kind: end.kind }).toEqual({ started: [folder], kind: 'budget' });
  // The 0.10 that are left of the day, not the 5 dollars of the run.
  expect(end.message).toContain('it has cost $0.11, more than was left of the budget');
});
