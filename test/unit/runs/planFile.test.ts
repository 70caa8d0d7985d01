import { describe, expect, it } from 'vitest';
import { readPlanFile } from '../../../server/src/sources/specOrch/planFile.js';

interface Given {
  readonly packet_id: string;
  readonly [field: string]: unknown;
}

const planOf = (...waves: readonly (readonly Given[])[]): string =>
  JSON.stringify({
    plan_id: 'p',
    mission_id: 'm',
    status: 'approved',
    waves: waves.map((list, at) => ({ wave_number: at, description: '', work_packets: list })),
  });

const needsOf = (text: string): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(readPlanFile(text).packets.map(({ id, needs }) => [id, needs]));

describe('a plan file of SpecOrch', () => {
  it('lets each wave need all of the one before, and its packets each other where they say so', () => {
    const text = planOf(
      [{ packet_id: 'a' }],
      [{ packet_id: 'b' }, { packet_id: 'c', depends_on: ['a', 'b'] }],
      [{ packet_id: 'd' }],
    );
    expect(needsOf(text)).toEqual({ a: [], b: ['a'], c: ['a', 'b'], d: ['b', 'c'] });
  });

  it('follows the numbers of waves, not their order in the file', () => {
    const text = JSON.stringify({
      waves: [
        { wave_number: 1, work_packets: [{ packet_id: 'late' }] },
        { wave_number: 0, work_packets: [{ packet_id: 'early' }] },
      ],
    });
    expect(needsOf(text)).toEqual({ early: [], late: ['early'] });
  });

  it('has the scope as files of a packet, and tells its agent all of it', () => {
    const { packets, tasks } = readPlanFile(
      planOf([
        {
          packet_id: 'a-1',
          title: 'Add a map',
          files_in_scope: ['src/map/**'],
          files_out_of_scope: ['src/map/old.ts'],
          acceptance_criteria: ['It is fast'],
          verification_commands: { lint: ['npm', 'run', 'lint'], none: [] },
          builder_prompt: 'Write it',
          linear_issue_id: null,
        },
      ]),
    );
    expect(packets).toEqual([{ id: 'a-1', title: 'Add a map', needs: [], touches: ['src/map/**'], resources: [] }]);
    expect(tasks['a-1']?.checks).toEqual([{ name: 'lint', command: ['npm', 'run', 'lint'] }]);
    for (const part of ['Write it', 'It is fast', 'src/map/**', 'src/map/old.ts', '`npm run lint`'])
      expect(tasks['a-1']?.prompt).toContain(part);
  });

  it.each([
    ['{', 'is not a plan of SpecOrch'],
    [planOf([{ packet_id: '../x' }]), 'is not a plan of SpecOrch'],
    [planOf([{ packet_id: 'x.lock' }]), 'is not a plan of SpecOrch'],
    [planOf(), 'has no packets'],
    [planOf([{ packet_id: 'a' }], [{ packet_id: 'a' }]), 'two packets a'],
    [planOf([{ packet_id: 'a', depends_on: ['z'] }]), 'a depends on z'],
    [
      planOf([{ packet_id: 'a', depends_on: ['b'] }], [{ packet_id: 'b' }]),
      'wait for each other, or for a later wave: a, b',
    ],
  ])('refuses %s', (text, why) => {
    expect(() => readPlanFile(text)).toThrow(why);
  });
});
