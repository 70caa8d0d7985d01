import { describe, expect, it } from 'vitest';
import { bundledCli } from '../../support/bundledCli.js';
import { chanceOf } from '../../support/chance.js';
import { lightestGates } from '../../support/lightGates.js';
import { pacedSteps, runWithFaults } from '../../support/runFaults.js';
import { buildSteps, expectMerged, type FakeSteps, type RunPlace, runPlace } from '../../support/runPlace.js';
import { runs } from '../../support/runs.js';
import { smallPackets, smallPart } from '../../support/smallPackets.js';

const cli = bundledCli();

/** Kills are tried for a packet, on average. */
const killsEach = Number(process.env['FAULT_KILLS'] ?? 2);
const seed = Number(process.env['PROPERTY_SEED'] ?? 1);

const namesOf = (kind: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${kind}-${String(at + 1).padStart(3, '0')}`);

/** Expects that all is merged once however often what works on it is killed. */
async function playFaults(
  place: RunPlace,
  steps: Readonly<Record<string, FakeSteps>>,
  args: readonly string[],
): Promise<void> {
  const packets = Object.keys(steps).length;
  const agents = ['--agent', 'claude', '--review-agent', 'codex'];
  const limits = ['--parallel', '3', '--retries', '10', '--retry-wait', '0', '--returns', '10'];
  const counts = { packets, kills: packets * killsEach };
  place.plays(pacedSteps(place, steps, counts));
  const begun = performance.now();
  const { out, kills, resumes } = await runWithFaults(place, [...args, ...agents, ...limits], counts, chanceOf(seed));
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(JSON.stringify({ seed, packets, kills, resumes, seconds }));
  expect(out, JSON.stringify({ kills, resumes })).toContain(`${packets} of ${packets} merged`);
  expect(kills.engine + kills.agent + kills.git).toBe(counts.kills);
  expect(resumes).toBeGreaterThanOrEqual(kills.engine - 1);
}

describe.skipIf(process.platform !== 'linux')('a run whose engine, agents and git are killed', () => {
  it('loses nothing, merges nothing twice, and leaves no process, worktree or branch', async () => {
    const ids = namesOf('STORY', runs(14, 4));
    const place = runPlace(cli, ids, {}, lightestGates);
    await playFaults(place, Object.fromEntries(ids.map((id) => [`${id}:act:well`, buildSteps(id, 100)])), []);
    expectMerged(place, ids);
  }, 3_600_000);

  // More of them, and other kills: `FAULT_PACKETS=200 FAULT_KILLS=1 PROPERTY_SEED=7 npx vitest run --config vitest.long.config.mts test/unit/cli/runFaults.long.ts -t many`.
  it('nor of many small packets', async () => {
    const ids = namesOf('part', Number(process.env['FAULT_PACKETS'] ?? runs(20, 5)));
    const { place, steps, args } = smallPackets(ids, (files) => runPlace(cli, [], {}, files));
    await playFaults(place, steps, args);
    expectMerged(place, ids, (id) => [smallPart(id)[0], id]);
  }, 3_600_000);
});
