import { expect, it } from 'vitest';
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
