import { expect, it } from 'vitest';
import { formatPlan } from '../../../server/src/reports/run.js';
import type { Packet, PlannedEvent } from '../../../server/src/runs/event.js';

const packet = (id: string, needs: readonly string[], touches: readonly string[]): Packet => ({
  id,
  title: `Title of ${id}`,
  needs,
  touches,
  resources: [],
});

it('shows waves, and what cannot be worked on at the same time', () => {
  const plan: Pick<PlannedEvent, 'packets' | 'target' | 'terms'> = {
    target: 'main',
    terms: {},
    packets: [packet('one', [], ['a/**']), packet('two', [], ['a/b.ts']), packet('three', ['one'], [])],
  };
  expect(formatPlan(plan)).toBe(`A run into main would work on 3 items in 2 waves.
Wave 1
  one    Title of one
  two    Title of two  not while one is worked on: a/**
Wave 2
  three  Title of three
`);
  expect(formatPlan({ ...plan, terms: { plan: {} } })).toContain('would work on 3 packets in 2 waves');
});
