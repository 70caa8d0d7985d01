import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { chanceOf } from '../../support/chance.js';
import { missingForQueue, unlessQueue } from '../../support/missingForQueue.js';
import { newerNode } from '../../support/newerNode.js';
import { type Postgres, startPostgres } from '../../support/postgres.js';
import { processesIn } from '../../support/processesIn.js';
import { queueWithFaults } from '../../support/queueFaults.js';
import { pacedSteps } from '../../support/runFaults.js';
import { type QueuePlace, queuePlace } from '../../support/queuePlace.js';
import { lightestGates } from '../../support/lightGates.js';
import { buildSteps, expectMerged, type FakeSteps } from '../../support/runPlace.js';
import { runs } from '../../support/runs.js';
import { smallPackets, smallPart } from '../../support/smallPackets.js';

const cli = bundledCli();
const seed = Number(process.env['PROPERTY_SEED'] ?? 1);

const namesOf = (kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${String(at + 1).padStart(3, '0')}`);

interface Played {
  readonly place: QueuePlace;
  readonly postgres: Postgres;
  readonly steps: Readonly<Record<string, FakeSteps>>;
  readonly args: readonly string[];
  /** Of each worker. */
  readonly slots: number;
  readonly kills: number;
}

/** Expects that all is merged once, whatever is killed, and that nothing is left of the work. */
async function playFaults({ place, postgres, steps, args, slots, kills }: Played): Promise<void> {
  const packets = Object.keys(steps).length;
  place.plays(pacedSteps(place, steps, { packets, kills }));
  const begun = performance.now();
  const limits = ['--retries', '10', '--retry-wait', '0', '--returns', '10', '--lease', '10'];
  const agents = ['--workers', '--agent', 'claude', '--review-agent', 'codex', '--parallel', String(3 * slots)];
  const faults = await queueWithFaults(
    { place, postgres, chance: chanceOf(seed), worker: ['--slots', String(slots), '--trust-commands'] },
    [...args, ...agents, ...limits],
    { packets, kills },
  );
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(JSON.stringify({ seed, packets, ...faults, seconds }));
  expect(Object.values(faults.kills).reduce((sum, one) => sum + one)).toBe(kills);
  expect(place.events().at(-1), place.printed()).toMatchObject({ kind: 'over', outcome: 'merged' });
  expect(place.atRemote('rev-parse', 'main')).toBe(place.repository.git('rev-parse', 'main').trim());
  const refs = place.atRemote('for-each-ref', '--format=%(refname)').split('\n');
  expect(refs.filter((ref) => !ref.endsWith('/lost'))).toEqual(['refs/heads/main']);
  // What a killed coordinator left in files of the target is kept for 30 days.
  const own = place.repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright').split('\n');
  expect(own.filter((ref) => !/^refs\/pactwright\/half-(?:merges|closings)\/\d+$/u.test(ref)).join()).toBe('');
  expect(postgres.query("select count(*) from pactwright.job where state in ('created', 'retry', 'active')")).toBe('0');
  expect(processesIn(place.homes)).toEqual([]);
  for (const name of readdirSync(place.homes)) {
    const attempts = path.join(place.homes, name, 'attempts');
    expect(existsSync(attempts) ? readdirSync(attempts) : []).toEqual([]);
  }
}

describe.skipIf(missingForQueue !== undefined)(
  `a run over a queue whose workers, coordinator and database are killed${unlessQueue}`,
  () => {
    it('loses nothing, merges nothing twice, and leaves no process, worktree, branch or job', async () => {
      const ids = namesOf('STORY', runs(9, 4));
      const postgres = await startPostgres();
      const { address } = postgres;
      const place = queuePlace({ cli, node: newerNode ?? '', ids, files: lightestGates, address });
      const steps = Object.fromEntries(ids.map((id) => [`${id}:act:well`, buildSteps(id, 100)]));
      await playFaults({ place, postgres, steps, args: [], slots: 2, kills: 2 * ids.length });
      expectMerged(place, ids);
    }, 3_600_000);

    // More of them, and other kills: `FAULT_PACKETS=200 PROPERTY_SEED=7 npx vitest run --config vitest.long.config.mts test/unit/cli/queueFaults.long.ts -t many`.
    it('nor of many small packets', async () => {
      const ids = namesOf('part', Number(process.env['FAULT_PACKETS'] ?? runs(20, 6)));
      const postgres = await startPostgres();
      const { address } = postgres;
      const { place, steps, args } = smallPackets(ids, (files) =>
        queuePlace({ cli, node: newerNode ?? '', ids: [], files, address }),
      );
      // Each takes up to three packets with it.
      const kills = Math.ceil(ids.length / 2);
      await playFaults({ place, postgres, steps, args, slots: 3, kills });
      expectMerged(place, ids, (id) => [smallPart(id)[0], id]);
    }, 3_600_000);
  },
);
