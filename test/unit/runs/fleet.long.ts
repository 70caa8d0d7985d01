import { expect, it } from 'vitest';
import { mergeInBatches } from '../../../server/src/runs/mergeQueue.js';
import { chanceOf } from '../../support/chance.js';
import { type Fleet, simulateFleet } from '../../support/fleet.js';

const usual: Fleet = { repositories: 50, packets: 10_000, workers: 500, leaseSeconds: 60, mergeSeconds: 90 };

// The figures of docs/scale.md: `npx vitest run --config vitest.long.config.mts test/unit/runs/fleet.long.ts`.
it.each([
  ['as in docs/scale.md', usual],
  ['with merges of five minutes', { ...usual, mergeSeconds: 300 }],
  ['with merges of fifteen minutes', { ...usual, mergeSeconds: 900 }],
  ['with all packets in one repository', { ...usual, repositories: 1, packets: 1000, workers: 100 }],
  ['with leases of ten seconds', { ...usual, leaseSeconds: 10 }],
])('a day of many repositories merges every packet once: %s', async (name, fleet) => {
  const day = await simulateFleet(fleet, 1);
  console.log(name, JSON.stringify(day));
  expect(day.merged).toBe(fleet.packets);
  // One merge at a time.
  expect(day.mergesAnHour).toBeLessThanOrEqual(Math.ceil(3600 / fleet.mergeSeconds) + 1);
});

/** How often a gate runs for 10,000 packets that wait in front of it, merged in batches. @param bad of a thousand packets. */
async function gateRuns(most: number, bad: number): Promise<{ readonly gates: number; readonly merged: number }> {
  const chance = chanceOf(most * 1000 + bad);
  const packets = Array.from({ length: 10_000 }, () => chance.upTo(1000) < bad);
  let [gates, merged] = [0, 0];
  for (let at = 0; at < packets.length; at += most)
    await mergeInBatches(packets.slice(at, at + most), {
      attempt: (some) => {
        gates++;
        const isBad = some.includes(true);
        if (!isBad) merged += some.length;
        return Promise.resolve(isBad || undefined);
      },
      refuse: () => Promise.resolve(),
    });
  return { gates, merged };
}

it('batches need fewer runs of the gate the fewer packets are bad', async () => {
  const shares = [0, 10, 50, 100, 200];
  const rows = [];
  for (const most of [1, 2, 4, 8, 16, 32]) {
    const row = [];
    for (const bad of shares) row.push(await gateRuns(most, bad));
    console.log(
      `batches of ${most}:`,
      row.map(({ gates, merged }, at) => `${(shares[at] ?? 0) / 10} % bad: ${(gates / merged).toFixed(2)}`).join(', '),
    );
    rows.push(row);
  }
  // One at a time, each is judged once.
  expect(rows[0]?.map(({ gates }) => gates)).toEqual(shares.map(() => 10_000));
  expect(rows[4]?.[0]?.gates).toBe(10_000 / 16);
});
