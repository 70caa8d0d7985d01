import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wavesOf } from '../../server/src/base/waves.js';
import { attemptRefs } from '../../server/src/runs/attempt.js';
import type { Packet } from '../../server/src/runs/event.js';
import { bundledCli } from '../support/bundledCli.js';
import { chanceOf } from '../support/chance.js';
import { gitRepository } from '../support/gitRepository.js';
import { missingForQueue, unlessQueue } from '../support/missingForQueue.js';
import { newerNode } from '../support/newerNode.js';
import { startPostgres } from '../support/postgres.js';
import { RunWorld } from '../support/runWorld.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { calibrate, report } from './measure.js';

/** The measured figures of docs/scale.md; those that are simulated from them are in test/unit/runs/fleet.long.ts. */
const many = 1_000;

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const packets: readonly Packet[] = Array.from({ length: many }, (_, at) => ({
  id: `STORY-${String(at).padStart(4, '0')}`,
  title: `The ${at}th thing that somebody wants to have`,
  needs: at < 50 ? [] : [`STORY-${String(at - 50).padStart(4, '0')}`],
  touches: [`src/${at}/**`, `shared/${at % 400}.ts`],
  resources: [],
}));

it('plans and simulates 1,000 packets', async () => {
  const planFrom = processorMs();
  expect(wavesOf(new Map(packets.map(({ id, needs }) => [id, needs]))).flat()).toHaveLength(many);
  const plan = processorMs() - planFrom;
  const chance = chanceOf(3);
  const world = new RunWorld(packets, { parallel: 20 }, () => chance.upTo(1000) / 1000);
  const from = processorMs();
  await world.engine();
  const simulate = processorMs() - from;
  expect(world.merged).toHaveLength(many);
  const lines = world.text.trim().split('\n');
  const [planned = '', ...events] = lines;
  report('a run of 1,000 packets', {
    'waves ms': plan,
    'to the end, processor ms': simulate,
    events: String(events.length),
    'bytes an event': events.join('\n').length / events.length,
    'KB of the plan': planned.length / 1024,
    'calibration ms': calibrate(),
  });
});

it('lists the refs of 88 attempts', () => {
  const repository = gitRepository(path.join(temporaryFolder(), 'shop'));
  const commit = repository.commit('Begin', { 'a.txt': 'a\n' });
  const ask = (): number => execFileSync('git', ['ls-remote', repository.folder]).length;
  const before = ask();
  const refs = packets.slice(0, 88).flatMap(({ id }) => {
    const { branch, task, target, report: said } = attemptRefs({ run: '20261126-021500-1f3a', packet: id, number: 1 });
    return [`refs/heads/${branch}`, task, target, said];
  });
  execFileSync('git', ['update-ref', '--stdin'], {
    cwd: repository.folder,
    input: refs.map((ref) => `create ${ref} ${commit}\n`).join(''),
  });
  report('refs of attempts', { refs: String(refs.length), 'KB in a listing of all': (ask() - before) / 1024 });
});

describe.skipIf(missingForQueue !== undefined)(`PostgreSQL${unlessQueue}`, () => {
  const program = bundledCli('test/support/programs/askQueue.ts');

  it('answers over eight connections', async () => {
    const postgres = await startPostgres();
    const jobs = 2_000;
    const env = { ...process.env, QUEUE: postgres.address, NODE_PATH: path.resolve('node_modules') };
    const output = execFileSync(newerNode ?? '', [program, '8', String(jobs)], { env, encoding: 'utf8' });
    const said = JSON.parse(output.trim().split('\n').at(-1) ?? '') as Record<string, number>; // the program above wrote it
    const size = postgres.query(
      "select sum(pg_total_relation_size(oid)) from pg_class where relname like 'j%' and relkind in ('r','p')",
    );
    report('a queue of 2,000 jobs, a second', {
      ...Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)])),
      'bytes a job': Number(size) / jobs,
      'calibration ms': calibrate(),
    });
    expect(said['renewals']).toBeGreaterThan(0);
  });
});
