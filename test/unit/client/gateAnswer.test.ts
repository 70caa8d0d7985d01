import { describe, expect, it } from 'vitest';
import { afterEvent, ended, type GateAnswer, started, waiting } from '../../../client/src/gates/gateAnswer.js';
import type { GateEvent } from '../../../server/src/protocol.js';
import { conditionOf, verdictEvent, verdictOf } from '../../support/gateVerdict.js';

const after = (before: GateAnswer, ...events: readonly GateEvent[]): GateAnswer => events.reduce(afterEvent, before);

const tasks = conditionOf('tasks');
const verdict = verdictOf('allowed', [tasks]);
const known: GateAnswer = { verdict, report: '# Report\n', repository: '/p/.git' };

describe('what is known of an item at a gate', () => {
  it('tells which condition is looked at, what it is at, and what came of those before', () => {
    const running = after(
      started({}, 'reuse'),
      { event: 'condition', name: 'tasks', title: 'Every task is ticked' },
      { event: 'result', result: tasks },
      { event: 'condition', name: 'tests-pass', title: 'The tests pass' },
      { event: 'progress', text: 'running 2 tests' },
    ).running;
    expect(running).toEqual({
      how: 'reuse',
      waits: false,
      looking: 'The tests pass',
      progress: 'running 2 tests',
      results: [tasks],
    });
  });

  it('forgets the progress of a condition with its end', () => {
    const events: readonly GateEvent[] = [
      { event: 'condition', name: 'a', title: 'A' },
      { event: 'progress', text: 'at work' },
    ];
    for (const next of [
      { event: 'result', result: tasks },
      { event: 'condition', name: 'b', title: 'B' },
    ] as const)
      expect(after(started({}, 'reuse'), ...events, next).running).not.toHaveProperty('progress');
  });

  it('ends with the verdict', () => {
    expect(ended(after(started({}, 'fresh'), verdictEvent(verdict)))).toEqual(known);
  });

  it('keeps the verdict of before while it is asked again, and where that comes to nothing', () => {
    expect(waiting(known, 'reuse')).toMatchObject({ verdict, running: { waits: true } });
    expect(ended(started(known, 'reuse'))).toEqual(known);
    expect(ended(started(known, 'reuse'), 'it broke')).toEqual({ ...known, failure: 'it broke' });
  });

  it('forgets a failure once there is a verdict', () => {
    const broken = ended(started({}, 'reuse'), 'it broke');
    expect(ended(after(started(broken, 'reuse'), verdictEvent(verdict)))).toEqual(known);
  });

  it('takes no event when it is not asked', () => {
    expect(after(known, verdictEvent(verdictOf('refused', [])))).toBe(known);
  });
});
