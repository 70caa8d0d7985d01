import { expect, it } from 'vitest';
import { formatRun } from '../../../server/src/reports/run.js';
import type { Packet, RunEvent } from '../../../server/src/runs/event.js';
import { openFold } from '../../../server/src/runs/runFold.js';
import { viewRun } from '../../../server/src/runs/runView.js';

const packet = (id: string): Packet => ({ id, title: id, needs: [], touches: [], resources: [] });

/** What a person sees of a run of A and B after these events. */
function shown(...events: readonly RunEvent[]): string {
  const limits = {
    ...{ parallel: 1, perAgent: {}, agents: {}, review: false, rounds: 1, retries: 0, firstRetryMs: 0 },
    ...{ haltAfter: 1, askAfterCrash: false },
  };
  const packets = [packet('A'), packet('B')];
  const planned: RunEvent = { kind: 'planned', run: 'r', folder: '/p', target: 'main', packets, limits, terms: {} };
  const records = [planned, ...events].map((event, at) => ({ number: at + 1, at, event }));
  const state = openFold(records)?.state;
  if (!state) throw new Error('there is no plan');
  return formatRun(viewRun(state, false, 1_000), 1_000);
}

const started: RunEvent = { kind: 'started', key: 'A/build/1', packet: 'A', step: 'build' };
const ended = (result: Extract<RunEvent, { kind: 'ended' }>['result']): RunEvent => ({
  kind: 'ended',
  key: 'A/build/1',
  packet: 'A',
  result,
});

it('says what a person can do about a run that does not go on', () => {
  const failed = ended({ outcome: 'failed', failure: 'final', note: 'no' });
  const halts: RunEvent = { kind: 'halted', why: '1 packets failed' };
  expect(shown(started, failed, halts)).toContain('waits for you: 1 packets failed');
  const halted = shown(started, failed, halts, { kind: 'over', outcome: 'stuck' });
  expect(halted).toContain('cannot go on by itself: 1 packets failed');
  expect(halted).toContain('  B  waiting  goes on once the run does\n');
  expect(halted).toMatch(/`pactwright run retry` tries it again.*\n.*`pactwright run resume` continues\.\n$/u);
  const stuck = shown(started, ended({ outcome: 'asks', question: 'which table?' }), {
    kind: 'over',
    outcome: 'stuck',
  });
  expect(stuck).toContain('`pactwright run answer A "…"` answers A, `--drop` leaves it out.\n');
  const stopped = shown(
    ...[started, ended({ outcome: 'failed', failure: 'halt', note: 'log in' })],
    ...([
      { kind: 'halted', step: 'build', why: 'A: log in' },
      { kind: 'over', outcome: 'stuck' },
    ] as const),
  );
  expect(stopped).toMatch(/\nOnce you have dealt with it, `pactwright run resume` continues\.\n$/u);
});

it('does not say that a run goes on whose limit is used up', () => {
  const why =
    '60 tokens are used, and 50 are allowed: `pactwright run start` with a higher limit works on what is left';
  expect(shown({ kind: 'halted', why }, { kind: 'over', outcome: 'stuck' })).not.toContain('run resume');
});

it('adds nothing where a question says the way out, or there is nothing to be done', () => {
  const question = 'it was closed: `pactwright run answer A` looks again';
  const asks = shown(started, ended({ outcome: 'asks', question }), { kind: 'over', outcome: 'stuck' });
  expect(asks).toMatch(/looks again\n {2}B .*\n$/u);
  expect(shown({ kind: 'paused' })).toMatch(/\n {2}B {2}waiting {2}goes on once the run does\n$/u);
  const merged = shown(
    ...([started, ended({ outcome: 'passed' }), { kind: 'halted', step: 'build', why: 'A: no price' }] as const),
    { kind: 'over', outcome: 'merged' },
  );
  expect(merged).toMatch(/^Run r into main is done: all is merged\n/u);
});

it('says where the work of an aborted run is, and how to remove what it left', () => {
  const aborted = shown(started, { kind: 'aborted' }, { kind: 'halted', why: 'A: its folder is in use' });
  expect(aborted).toMatch(/^Run r into main was aborted: A: its folder is in use\n/u);
  expect(aborted).toContain('`git for-each-ref refs/pactwright/runs/r` lists it');
  expect(aborted).toMatch(/\nDeal with it, and `pactwright run abort r` removes the rest\.\n$/u);
});
