import { expect, it } from 'vitest';
import { formatRun } from '../../../server/src/reports/run.js';
import type { Packet } from '../../../server/src/runs/event.js';
import { viewRun } from '../../../server/src/runs/runView.js';
import { FoldedRun } from '../../support/foldedRun.js';

const packet = (id: string): Packet => ({ id, title: id, needs: [], touches: [], resources: [] });

/** A is built and waits for its review; B asks this while it is built; C has not begun. */
function asking(question: string): FoldedRun {
  const run = new FoldedRun([packet('A'), packet('B'), packet('C')], true);
  run.take('A build');
  run.take('B build', { outcome: 'asks', question });
  return run;
}

const shown = ({ fold: { state } }: FoldedRun): string => formatRun(viewRun(state, false, 9_000), 9_000);

it('stops nothing but its packet by a question', () => {
  expect(asking('Which table?').starts()).toEqual(['A review', 'C build']);
  expect(asking('Does “HALT: …” go into the log?').starts()).toEqual(['A review', 'C build']);
});

it('stops everything by HALT, until a person answers', () => {
  const run = asking('**HALT:** the key of the bank is in the log.\nWhere?');
  expect(run.starts()).toEqual([]);
  expect(shown(run)).toContain('waits for you: B: **HALT:** the key of the bank is in the log.\n');
  run.say({ kind: 'answered', packet: 'A', answer: 'again' });
  expect(run.starts()).toEqual([]);
  run.say({ kind: 'answered', packet: 'B', answer: 'again', text: 'It is a test key.' });
  expect(run.starts()).toEqual(['A review', 'B build']);
});

it('stops a step of all packets by ALERT, until a person answers or leaves the packet out', () => {
  const run = asking('ALERT: the specs contradict each other');
  expect(run.starts()).toEqual(['A review']);
  expect(shown(run)).toContain('build is stopped: B: ALERT: the specs contradict each other');
  run.say({ kind: 'answered', packet: 'B', answer: 'drop' });
  expect(run.starts()).toEqual(['A review', 'C build']);
});

it('lasts until it is answered, whatever else is answered, resumed or paused', () => {
  const run = asking('HALT: no');
  run.say({ kind: 'resumed' });
  expect(run.starts()).toEqual([]);
  run.say({ kind: 'paused' });
  run.say({ kind: 'answered', packet: 'B', answer: 'drop' });
  expect(run.starts()).toEqual([]);
  run.say({ kind: 'resumed' });
  expect(run.starts()).toEqual(['A review', 'C build']);
  const [review, build] = ['A review', 'C build'].map((start) => run.begin(start));
  review?.({ outcome: 'asks', question: 'HALT: no' });
  build?.({ outcome: 'asks', question: 'HALT: neither' });
  run.say({ kind: 'answered', packet: 'C', answer: 'again' });
  expect(run.starts()).toEqual([]);
  run.say({ kind: 'answered', packet: 'A', answer: 'again' });
  expect(run.starts()).toEqual(['A review', 'C build']);
});
