import { expect, it } from 'vitest';
import { readRunMessage, readRunPageMessage } from '../../../client/src/runs/runGraphMessages.js';
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

it('reads its own messages, and no others', () => {
  const shown = { type: 'run', runs: [{ id: run.run, name: 'Run' }], shown: shownRun(run) };
  expect(readRunMessage(structuredClone(shown))).toEqual(shown);
  expect(readRunMessage({ type: 'begin', words: runWords() })).toBeDefined();
  expect(readRunPageMessage({ type: 'act', run: run.run, action: 'pause' })).toBeDefined();
  expect(readRunPageMessage({ type: 'act', run: run.run, action: 'answer' })).toBeUndefined();
});
