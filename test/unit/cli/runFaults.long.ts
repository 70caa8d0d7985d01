import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { chanceOf } from '../../support/chance.js';
import { lightestGates } from '../../support/lightGates.js';
import { runWithFaults } from '../../support/runFaults.js';
import { buildSteps, expectMerged, runPlace } from '../../support/runPlace.js';
import { runs } from '../../support/runs.js';

const cli = bundledCli();

/** Kills are tried for a packet, on average. */
const killsEach = 2;
/** More of them, and other kills: `FAULT_PACKETS=200 PROPERTY_SEED=7 npx vitest run --config vitest.long.config.mts test/unit/cli/runFaults.long.ts`. */
const packets = Number(process.env['FAULT_PACKETS'] ?? runs(14, 4));

describe.skipIf(process.platform !== 'linux')('a run whose engine, agents and git are killed', () => {
  it('loses nothing, merges nothing twice, and leaves no process, worktree or branch', async () => {
    const ids = Array.from({ length: packets }, (_, at) => `STORY-${String(at + 1).padStart(3, '0')}`);
    const place = runPlace(cli, ids, {}, lightestGates);
    place.plays(Object.fromEntries(ids.map((id) => [`${id}:act:well`, buildSteps(id, 100)])));
    const seed = Number(process.env['PROPERTY_SEED'] ?? 1);
    const began = performance.now();
    const limits = ['--parallel', '3', '--retries', '10', '--retry-wait', '0', '--returns', '10'];
    const { out, kills, resumes } = await runWithFaults(
      place,
      ['--agent', 'claude', '--review-agent', 'codex', ...limits],
      { packets, kills: ids.length * killsEach },
      chanceOf(seed),
    );
    const seconds = Math.round((performance.now() - began) / 1000);
    console.log(JSON.stringify({ seed, packets, kills, resumes, seconds }));
    expect(out, JSON.stringify({ kills, resumes })).toContain(`${ids.length} of ${ids.length} merged`);
    expect(kills.engine + kills.agent + kills.git).toBe(ids.length * killsEach);
    expect(resumes).toBeGreaterThanOrEqual(kills.engine - 1);
    expectMerged(place, ids);
  }, 3_600_000);
});
