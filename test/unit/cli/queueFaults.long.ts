import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { chanceOf } from '../../support/chance.js';
import { missingForQueue, unlessQueue } from '../../support/missingForQueue.js';
import { newerNode } from '../../support/newerNode.js';
import { startPostgres } from '../../support/postgres.js';
import { processesIn } from '../../support/processesIn.js';
import { queueWithFaults } from '../../support/queueFaults.js';
import { queuePlace } from '../../support/queuePlace.js';
import { lightestGates } from '../../support/lightGates.js';
import { buildSteps, expectMerged } from '../../support/runPlace.js';
import { runs } from '../../support/runs.js';

const cli = bundledCli();
/** Kills are tried for a packet, on average. */
const killsEach = 2;
/** More of them, and other kills: `FAULT_PACKETS=200 PROPERTY_SEED=7 npx vitest run --config vitest.long.config.mts test/unit/cli/queueFaults.long.ts`. */
const packets = Number(process.env['FAULT_PACKETS'] ?? runs(9, 4));

describe.skipIf(missingForQueue !== undefined)(
  `a run over a queue whose workers, coordinator and database are killed${unlessQueue}`,
  () => {
    it('loses nothing, merges nothing twice, and leaves no process, worktree, branch or job', async () => {
      const ids = Array.from({ length: packets }, (_, at) => `STORY-${String(at + 1).padStart(3, '0')}`);
      const postgres = await startPostgres();
      const { address } = postgres;
      const place = queuePlace({ cli, node: newerNode ?? '', ids, files: lightestGates, address });
      place.plays(Object.fromEntries(ids.map((id) => [`${id}:act:well`, buildSteps(id, 100)])));
      const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
      const chance = chanceOf(seed);
      const begun = performance.now();
      const limits = ['--parallel', '6', '--retries', '10', '--retry-wait', '0', '--returns', '10', '--lease', '10'];
      const agents = ['--workers', '--agent', 'claude', '--review-agent', 'codex'];
      const faults = await queueWithFaults({ place, postgres, chance }, [...agents, ...limits], {
        packets,
        kills: ids.length * killsEach,
      });
      const seconds = Math.round((performance.now() - begun) / 1000);
      console.log(JSON.stringify({ seed, packets, ...faults, seconds }));
      expect(place.events().at(-1), place.printed()).toMatchObject({ kind: 'over', outcome: 'merged' });
      expectMerged(place, ids);
      expect(place.atRemote('rev-parse', 'main')).toBe(place.repository.git('rev-parse', 'main').trim());
      const refs = place.atRemote('for-each-ref', '--format=%(refname)').split('\n');
      expect(refs.filter((ref) => !ref.endsWith('/lost'))).toEqual(['refs/heads/main']);
      expect(place.repository.git('for-each-ref', '--format=%(refname)', 'refs/pactwright')).toBe('');
      expect(postgres.query("select count(*) from pactwright.job where state in ('created', 'retry', 'active')")).toBe(
        '0',
      );
      expect(processesIn(place.homes)).toEqual([]);
      for (const name of readdirSync(place.homes)) {
        const attempts = path.join(place.homes, name, 'attempts');
        expect(existsSync(attempts) ? readdirSync(attempts) : []).toEqual([]);
      }
    }, 3_600_000);
  },
);
