import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { runWords, shownRun } from '../../client/src/runs/runGraph.js';
import { changeBetween } from '../../client/src/runs/runGraphChange.js';
import type { ShownRun } from '../../client/src/runs/runGraphMessages.js';
import { needsOf, runRows, type RunRow } from '../../client/src/runs/runRows.js';
import { toRunTreeItem } from '../../client/src/runs/runTreeItem.js';
import { createTreeRows } from '../../client/src/editor/treeRows.js';
import { createRunReader } from '../../server/src/execution/runLog/runReader.js';

import type { Packet, RunEvent } from '../../server/src/runs/event.js';
import type { ListedRun } from '../../server/src/protocol.js';
import { gitRepository } from '../support/gitRepository.js';
import { type BuiltPage, openBuiltPage } from '../support/openBuiltPage.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { testMachine } from '../support/testMachine.js';
import { writeRun } from '../support/writtenRun.js';
import { calibrate, median, report } from './measure.js';

vi.mock('vscode', () => import('../unit/client/vscode.js'));

/** The processor time that this process has taken so far. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const many = 1_000;
const updates = 30;

/** In waves of fifty; each needs two of the wave before, and shares a file with others. */
const packets: readonly Packet[] = Array.from({ length: many }, (_, at) => ({
  id: `STORY-${String(at).padStart(4, '0')}`,
  title: `The ${at}th thing that somebody wants to have`,
  needs:
    at < 50
      ? []
      : [at - 50, at - 50 - (at % 50) + ((at * 7) % 50)].map((one) => `STORY-${String(one).padStart(4, '0')}`),
  touches: [`src/${at}/**`, `shared/${at % 40}.ts`],
  resources: [],
}));

describe('a run of 1,000 packets in the editor', () => {
  let built: BuiltPage | undefined;
  beforeAll(async () => {
    built = await openBuiltPage('run', 'run.css');
  });
  afterAll(() => built?.close());

  it('is updated', async () => {
    if (!built) throw new Error('the browser did not start');
    const folder = temporaryFolder();
    gitRepository(folder);
    const run = writeRun(folder, packets, { dollars: 500 });
    const reader = createRunReader(testMachine());
    const logs = `${folder}/.git/pactwright/sessions`;
    const step = (number: number): readonly RunEvent[] => {
      const { id } = packets[number] ?? { id: '' };
      return (['build', 'review', 'merge', 'clean'] as const).flatMap((step, at): RunEvent[] => [
        { kind: 'started', key: `${id}/${step}/${at + 1}`, packet: id, step },
        { kind: 'ended', key: `${id}/${step}/${at + 1}`, packet: id, result: { outcome: 'passed', dollars: 0.1 } },
      ]);
    };
    // Half is merged, as in the middle of a day.
    for (let at = 0; at < many / 2; at++) run.say(...step(at));
    let rows = runRows([]);
    const tree = createTreeRows<RunRow>({
      id: ({ id }) => id,
      below: (row) => (row ? (row.kind === 'packet' ? [] : row.rows) : rows),
      item: toRunTreeItem,
    });
    const open = async (row?: RunRow): Promise<void> => {
      for (const below of await tree.getChildren(row)) {
        tree.getTreeItem(below);
        await open(below);
      }
    };
    // The editor asks again for the rows that it draws, and for those below them.
    let drawn: RunRow[] = [];
    tree.onDidChangeTreeData((changed) => drawn.push(...(changed ?? rows)));
    const draw = async (): Promise<void> => {
      for (const row of drawn) {
        tree.getTreeItem(row);
        await open(row);
      }
      drawn = [];
    };
    const parts: Record<'server' | 'list' | 'graph' | 'log' | 'wall', number[]> = {
      server: [],
      list: [],
      graph: [],
      log: [],
      wall: [],
    };
    let last = 0;
    let before: ShownRun | undefined;
    const time = new Intl.DateTimeFormat('en', { timeStyle: 'medium' });
    await built.send({ type: 'begin', words: runWords() });
    for (let turn = 0; turn <= updates; turn++) {
      run.say(...step(many / 2 + turn));
      const began = performance.now();
      const serverFrom = processorMs();
      const views = await reader.read(logs);
      const sent = JSON.stringify(views.map((view) => ({ ...view, folder })));
      const server = processorMs() - serverFrom;
      const viewFrom = processorMs();
      const runs = JSON.parse(sent) as readonly ListedRun[]; // written two lines above
      rows = runRows(runs);
      needsOf(runs);
      tree.update();
      await draw();
      const view = processorMs() - viewFrom;
      const [first] = runs;
      const shownFrom = processorMs();
      const now = first && shownRun(first);
      const change = now && changeBetween(before, now);
      before = now;
      const message = change
        ? { type: 'change', change }
        : { type: 'run', runs: [{ id: run.id, name: run.id }], ...(now ? { shown: now } : {}) };
      const shown = processorMs() - shownFrom;
      // What is spent against the budget is part of it.
      const pageFrom = await built.processor();
      await built.send(message);
      const page = (await built.processor()) - pageFrom + shown;
      const logFrom = processorMs();
      const lines = reader.linesOf(logs, run.id, last);
      last = lines.at(-1)?.number ?? last;
      const said = {
        type: 'lines',
        run: run.id,
        lines: lines.map(({ number, at, text }) => ({ number, time: time.format(at), text })),
      };
      const told = processorMs() - logFrom;
      const addedFrom = await built.processor();
      await built.send(said);
      const log = (await built.processor()) - addedFrom + told;
      const wall = performance.now() - began;
      if (turn === 0) {
        // The first one draws all of it.
        await open();
        report('run of 1,000 packets, first', {
          'server ms': server,
          'list ms': view,
          'graph ms': page,
          'log ms': log,
          'wall ms': wall,
        });
        continue;
      }
      parts.server.push(server);
      parts.list.push(view);
      parts.graph.push(page);
      parts.log.push(log);
      parts.wall.push(wall);
    }
    const of = (part: readonly number[]): number => median(part.toSorted((a, b) => a - b));
    const [server, list, graph, log] = [of(parts.server), of(parts.list), of(parts.graph), of(parts.log)];
    report('run of 1,000 packets, an update, processor ms', {
      server,
      list,
      'graph and cost': graph,
      log,
      'list alone': server + list,
      'all in sight': server + list + graph + log,
      bar: 50,
      wall: of(parts.wall),
      'calibration ms': calibrate(),
    });
    expect(await built.page.locator('.status').first().innerText()).toContain(
      `${many / 2 + updates + 1} of ${many} merged`,
    );
  });
});
