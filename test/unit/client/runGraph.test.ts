import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBetween, changed } from '../../../client/src/runs/runGraphChange.js';
import { readRunMessage, readRunPageMessage, type ShownRun } from '../../../client/src/runs/runGraphMessages.js';
import { runWords, shownRun } from '../../../client/src/runs/runGraph.js';
import type { ListedRun, PacketView } from '../../../server/src/protocol.js';

const packet = (id: string, stage: PacketView['stage'], more: Partial<PacketView> = {}): PacketView => ({
  id,
  title: `Title of ${id}`,
  wave: 1,
  stage,
  needs: [],
  rounds: 0,
  dollars: 0,
  ...more,
});

const run: ListedRun = {
  run: '20261126-021500-1f3a',
  folder: '/shop',
  target: 'main',
  state: 'halted',
  why: 'no agent is signed in',
  plannedAt: 0,
  dollars: 1.2,
  budget: 10,
  packets: [
    packet('A', 'failed', { note: 'the gate refused' }),
    packet('B', 'build'),
    packet('C', 'waiting', { waitsFor: [{ packet: 'B', holds: 'src/**' }] }),
    packet('D', 'waiting', { wave: 2, needs: ['A', 'B'], waitsFor: [{ packet: 'A' }, { packet: 'B' }] }),
  ],
};

it('draws packets in waves, who waits for whom and for what, and what can be done', () => {
  const { nodes, edges, actions, summary, budget } = shownRun(run);
  expect(nodes.map(({ label, kind, group, actions: own }) => [label, kind, group, own.join(' ')])).toEqual([
    ['✗ A', 'needsYou', 'Wave 1', 'answer openWorktree compare showLog'],
    ['▶ B', 'working', 'Wave 1', 'openWorktree compare showLog'],
    ['… C', 'waiting', 'Wave 1', ''],
    ['… D', 'waiting', 'Wave 2', ''],
  ]);
  expect(edges).toEqual([
    { from: 'B', to: 'C', label: 'src/**', dashed: true },
    { from: 'A', to: 'D', alarming: true },
    { from: 'B', to: 'D', alarming: false },
  ]);
  expect([actions, budget]).toEqual([['resume', 'abort', 'watch'], 10]);
  expect(summary).toBe('halted · 0 of 4 merged · $1.20 of $10.00 · no agent is signed in');
});

const stages = ['waiting', 'build', 'merged', 'failed'] as const;
const runs = fc.record({
  ids: fc.constantFrom(['A', 'B', 'C'], ['A', 'B']),
  stages: fc.array(fc.constantFrom(...stages), { minLength: 3, maxLength: 3 }),
  needs: fc.array(fc.constantFrom('A', 'B', 'C'), { maxLength: 2 }),
  wave: fc.constantFrom(1, 1, 1, 2),
  dollars: fc.constantFrom(0, 1),
});

it('sends what differs, and the page has the same as if all were sent', () => {
  const shownOf = ({ ids, stages: all, needs, wave, dollars }: typeof runs extends fc.Arbitrary<infer R> ? R : never) =>
    shownRun({
      ...run,
      dollars,
      packets: ids.map((id, at) => packet(id, all[at] ?? 'waiting', id === 'A' ? { wave } : { needs })),
    });
  const sorted = ({ edges, ...rest }: ShownRun): unknown => ({
    ...rest,
    edges: edges.map((one) => JSON.stringify(one)).sort(),
  });
  fc.assert(
    fc.property(runs, runs, (one, other) => {
      const [before, now] = [shownOf(one), shownOf(other)];
      const change = changeBetween(before, now);
      expect(change === undefined).toBe(one.ids.length !== other.ids.length || one.wave !== other.wave);
      if (!change) return;
      expect(change.nodes.length).toBe(
        now.nodes.filter((node, at) => JSON.stringify(node) !== JSON.stringify(before.nodes[at])).length,
      );
      expect(readRunMessage(structuredClone({ type: 'change', change }))).toEqual({ type: 'change', change });
      expect(sorted(changed(before, change))).toEqual(sorted(now));
    }),
  );
  expect(changeBetween(undefined, shownRun(run))).toBeUndefined();
});

it('reads its own messages, and no others', () => {
  const shown = { type: 'run', runs: [{ id: run.run, name: 'Run' }], shown: shownRun(run) };
  expect(readRunMessage(structuredClone(shown))).toEqual(shown);
  expect(readRunMessage({ type: 'begin', words: runWords() })).toBeDefined();
  expect(readRunPageMessage({ type: 'act', run: run.run, action: 'pause' })).toBeDefined();
  expect(readRunPageMessage({ type: 'act', run: run.run, action: 'answer' })).toBeUndefined();
});
