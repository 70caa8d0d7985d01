import { describe, expect, it } from 'vitest';
import { wavesOf } from '../../../server/src/base/waves.js';
import type { Packet } from '../../../server/src/runs/event.js';
import { chanceOf } from '../../support/chance.js';
import { RunWorld } from '../../support/runWorld.js';
import { runs } from '../../support/runs.js';

const many = runs(1000, 200);

/** Packets in waves of fifty: each needs two of the wave before, and touches files of its own and some of others'. */
function packetsInWaves(): readonly Packet[] {
  const chance = chanceOf(7);
  return Array.from({ length: many }, (_, at) => {
    const wave = Math.floor(at / 50);
    const before = wave === 0 ? [] : [0, 1].map(() => `P${(wave - 1) * 50 + chance.upTo(50)}`);
    return {
      id: `P${at}`,
      title: `Packet ${at}`,
      needs: [...new Set(before)],
      touches: [`src/${at}/**`, `shared/${chance.upTo(400)}.ts`],
      resources: [],
    };
  });
}

describe('a run of a thousand packets, or in `npm test` of a fifth', () => {
  it('is sorted into its waves', () => {
    const packets = packetsInWaves();
    const waves = wavesOf(new Map(packets.map(({ id, needs }) => [id, needs])));
    const waveOf = new Map(waves.flatMap((wave, at) => wave.map((id) => [id, at] as const)));
    for (const { id, needs } of packets)
      for (const need of needs) expect(waveOf.get(need)).toBeLessThan(waveOf.get(id) ?? -1);
    expect(waves.flat()).toHaveLength(many);
  });

  it('is simulated to its end, and merges each once', async () => {
    const chance = chanceOf(3);
    const world = new RunWorld(packetsInWaves(), { parallel: 20 }, () => chance.upTo(1000) / 1000);
    await world.engine();
    expect(new Set(world.merged).size).toBe(many);
    expect(world.merged).toHaveLength(many);
    expect(world.mostAgents).toBe(20);
    expect(world.places.size).toBe(0);
  });
});
