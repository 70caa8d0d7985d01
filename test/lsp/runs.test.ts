import { appendFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { type Requests, runsRequest } from '../../server/src/protocol.js';
import { emptyEnd, lineAfter, parseLines } from '../../server/src/runs/chain.js';
import type { RunEvent } from '../../server/src/runs/event.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { writeFiles } from '../support/temporaryFolder.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

const id = '20261126-021500-1f3a';
const log = `.git/pactwright/runs/${id}/events.jsonl`;

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

const plan: RunEvent = {
  kind: 'planned',
  run: id,
  folder: '/shop',
  target: 'main',
  packets: [{ id: 'STORY-001', title: 'Add up', needs: [], touches: [], resources: [] }],
  limits: {
    parallel: 1,
    perAgent: {},
    agents: {},
    review: false,
    rounds: 1,
    retries: 1,
    firstRetryMs: 1,
    haltAfter: 3,
    askAfterCrash: false,
  },
  terms: {},
};

async function start(trusted: boolean): Promise<LspWorkspace> {
  workspace = await startLspWorkspace(
    { 'docs/specs/STORY-001.md': cleanSpec() },
    {
      initialize: { initializationOptions: { trusted } },
      prepare: (folder) => {
        gitRepository(folder).commit('Plan STORY-001');
        writeFiles(folder, { [log]: `${lineAfter(emptyEnd, 1, plan)}\n` });
      },
    },
  );
  return workspace;
}

type Answer = Requests[typeof runsRequest]['answer'] | null;

it('answers with the runs, and then only what has changed', async () => {
  const { connection, folder } = await start(true);
  const ask = (known?: string): Promise<Answer> => connection.sendRequest<Answer>(runsRequest, { known });
  const first = await ask();
  expect(first?.runs).toMatchObject([
    { run: id, state: 'interrupted', packets: [{ id: 'STORY-001', stage: 'waiting' }] },
  ]);
  expect(await ask(first?.stamp)).toBeNull();
  const started: RunEvent = { kind: 'started', key: 'STORY-001/build/1', packet: 'STORY-001', step: 'build' };
  const { end } = parseLines(`${lineAfter(emptyEnd, 1, plan)}\n`);
  appendFileSync(path.join(folder, log), `${lineAfter(end, 2, started)}\n`);
  expect((await ask(first?.stamp))?.runs).toMatchObject([{ packets: [{ stage: 'interrupted', since: 2 }] }]);
});

it('reads nothing in Restricted Mode', async () => {
  const { connection } = await start(false);
  expect(await connection.sendRequest<Answer>(runsRequest, {})).toMatchObject({ runs: [] });
});
