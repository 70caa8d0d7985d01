import { afterEach, expect, it } from 'vitest';
import { type Requests, runsRequest } from '../../server/src/protocol.js';
import { gitRepository } from '../support/gitRepository.js';
import { cleanSpec } from '../support/projectTexts.js';
import { writeRun, type WrittenRun } from '../support/writtenRun.js';
import { type LspWorkspace, startLspWorkspace } from './lspClient.js';

let workspace: LspWorkspace | undefined;
afterEach(() => workspace?.stop());

const packet = { id: 'STORY-001', title: 'Add up', needs: [], touches: [], resources: [] };

type Answer = Requests[typeof runsRequest]['answer'] | null;
type Ask = (known?: string) => Promise<Answer>;

async function start(trusted: boolean): Promise<{ readonly ask: Ask; readonly run: WrittenRun | undefined }> {
  let run: WrittenRun | undefined;
  const { connection } = (workspace = await startLspWorkspace(
    { 'docs/specs/STORY-001.md': cleanSpec() },
    {
      initialize: { initializationOptions: { trusted } },
      prepare: (folder) => {
        gitRepository(folder).commit('Plan STORY-001');
        run = writeRun(folder, [packet]);
      },
    },
  ));
  return { ask: (known) => connection.sendRequest<Answer>(runsRequest, { known }), run };
}

it('answers with the runs, and then only what has changed', async () => {
  const { ask, run } = await start(true);
  const first = await ask();
  expect(first?.runs).toMatchObject([{ state: 'interrupted', packets: [{ id: 'STORY-001', stage: 'waiting' }] }]);
  expect(await ask(first?.stamp)).toBeNull();
  run?.say({ kind: 'started', key: 'STORY-001/build/1', packet: 'STORY-001', step: 'build' });
  expect((await ask(first?.stamp))?.runs).toMatchObject([{ packets: [{ stage: 'interrupted', since: 2 }] }]);
});

it('reads nothing in Restricted Mode', async () => {
  expect(await (await start(false)).ask()).toMatchObject({ runs: [] });
});
