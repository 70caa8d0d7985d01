import { describe, expect, it } from 'vitest';
import { withPullPacket } from '../../../server/src/execution/runs/runPull.js';
import type { Packet, StepResult } from '../../../server/src/runs/event.js';
import { viewRun } from '../../../server/src/runs/runView.js';
import { FoldedRun } from '../../support/foldedRun.js';
import { RunWorld } from '../../support/runWorld.js';

const packet = (id: string): Packet => ({ id, title: id, needs: [], touches: [], resources: [] });
const passed: StepResult = { outcome: 'passed' };
const runOfTwo = (): FoldedRun => new FoldedRun(withPullPacket([packet('A'), packet('B')]));

const back: StepResult = { outcome: 'back', note: 'ann: why?', reopens: ['A'] };

describe('the pull request of a run', () => {
  it('begins with its merge, once all others are merged and cleaned up, or dropped', () => {
    const run = runOfTwo();
    run.take('A build');
    run.take('A merge');
    run.say({ kind: 'answered', packet: 'B', answer: 'drop' });
    expect(run.starts()).toEqual(['A clean']);
    run.take('A clean');
    expect(run.starts()).toEqual(['pull-request merge']);
    run.say({ kind: 'answered', packet: 'B', answer: 'again' });
    expect(run.starts()).toEqual(['B build']);
    run.merge('B');
    run.take('pull-request merge', { outcome: 'later', note: 'it waits for reviews and CI' });
    run.take('pull-request merge');
    run.take('pull-request clean');
    expect(run.starts()).toEqual([]);
    expect(viewRun(run.fold.state, true, 0).packets.map(({ stage, wave }) => [stage, wave])).toEqual([
      ['merged', 1],
      ['merged', 1],
      ['merged', 2],
    ]);
  });

  it('has a merged packet built again with what is said there, and waits for it', () => {
    const run = runOfTwo();
    run.merge('A', 'B');
    run.take('pull-request merge', back);
    expect(run.starts()).toEqual(['A build']);
    expect(run.fold.state.packets.get('A')).toMatchObject({ told: 'ann: why?', rounds: 1 });
    expect(viewRun(run.fold.state, true, 0).packets[2]).toMatchObject({ waitsFor: [{ packet: 'A' }] });
    run.merge('A');
    expect(run.starts()).toEqual(['pull-request merge']);
  });

  it('gives a packet up that came back too often, until a person says so', () => {
    const run = runOfTwo();
    run.merge('A', 'B');
    run.take('pull-request merge', back);
    run.merge('A');
    run.take('pull-request merge', back);
    expect(run.starts()).toEqual([]);
    expect(run.fold.state.packets.get('A')).toMatchObject({ outcome: 'failed', note: 'ann: why?' });
    run.say({ kind: 'answered', packet: 'A', answer: 'again' });
    expect(run.starts()).toEqual(['A build']);
  });

  it('asks if what was said is about a packet that was dropped, until a person has that built again', () => {
    const run = runOfTwo();
    run.merge('A', 'B');
    run.take('pull-request merge', back);
    run.say({ kind: 'answered', packet: 'A', answer: 'drop' });
    run.take('pull-request merge', back);
    expect(run.starts()).toEqual([]);
    expect(run.fold.state.packets.get('pull-request')?.asks).toMatch(/run answer A`.*ann: why\?$/u);
    run.say({ kind: 'answered', packet: 'A', answer: 'again' });
    run.merge('A');
    expect(run.starts()).toEqual(['pull-request merge']);
  });

  it('leaves its run stuck if it is dropped, which can be aborted then', async () => {
    const world = new RunWorld(
      withPullPacket([packet('A')]),
      {},
      () => 0,
      (id) => (id === 'pull-request' ? { outcome: 'asks', question: 'it was closed' } : passed),
    );
    await world.engine();
    world.say({ kind: 'answered', packet: 'pull-request', answer: 'drop' });
    expect(await world.engine()).toMatchObject({ outcome: 'stuck' });
    world.say({ kind: 'aborted' });
    expect(await world.engine()).toMatchObject({ outcome: 'aborted' });
  });

  it('takes its name for itself', () => {
    expect(() => withPullPacket([packet('pull-request')])).toThrow('cannot have the name pull-request');
  });
});
