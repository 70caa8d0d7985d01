import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineAfter, parseLines } from '../../server/src/runs/chain.js';
import type { Packet, StepResult } from '../../server/src/runs/event.js';
import { chanceOf } from '../support/chance.js';
import { allPasses, RunWorld, type Script } from '../support/runWorld.js';
import { runs } from '../support/runs.js';

const files = ['src/a.ts', 'src/b.ts', 'src/**', 'docs/*.md', 'test/a.test.ts'];

/** Packets without a circle: each needs only some of those before it. */
const plans: fc.Arbitrary<readonly Packet[]> = fc
  .array(
    fc.record({
      needs: fc.array(fc.nat(20), { maxLength: 2 }),
      touches: fc.subarray(files, { maxLength: 2 }),
      resources: fc.subarray(['port-8080', 'phone'], { maxLength: 1 }),
    }),
    { minLength: 1, maxLength: 8 },
  )
  .map((all) =>
    all.map(({ needs, ...rest }, at) => ({
      id: `P${at}`,
      title: `P${at}`,
      needs: [...new Set(needs.filter((need) => need < at).map((need) => `P${need}`))],
      ...rest,
    })),
  );

const dollars = 1;

/** Packets are sent back and fail for a while as chance says, and pass in the end. */
function trouble(seed: number): Script {
  const chance = chanceOf(seed);
  const kinds: readonly StepResult[] = [
    { outcome: 'passed' },
    { outcome: 'passed' },
    { outcome: 'failed', failure: 'transient', note: 'the service does not answer' },
    { outcome: 'back', note: 'P1 it is wrong' },
  ];
  return (_, step, times) => {
    if (times > 1 || step === 'clean') return { outcome: 'passed' };
    const result = chance.oneOf(step === 'build' ? kinds.filter(({ outcome }) => outcome !== 'back') : kinds);
    return step === 'merge' ? result : { ...result, dollars };
  };
}

function worldOf(packets: readonly Packet[], seed: number, script: Script): RunWorld {
  const chance = chanceOf(seed);
  const limits = { parallel: 3, rounds: 10, mergeBatch: 1 + (seed % 4) };
  return new RunWorld(packets, limits, () => chance.upTo(1000) / 1000, script);
}

/** Engines until one is not killed. */
async function untilOver(world: RunWorld, kills: readonly number[]): Promise<void> {
  for (const kill of kills) if ((await world.engine(kill)) !== 'killed') return;
  await world.engine();
}

const kills = fc.array(fc.integer({ min: 1, max: 60 }), { maxLength: 12 });

describe('a run', () => {
  it('merges each packet once, whenever its engine is killed, and leaves nothing', async () => {
    await fc.assert(
      fc.asyncProperty(plans, kills, fc.nat(), async (packets, killed, seed) => {
        const world = worldOf(packets, seed, trouble(seed));
        await untilOver(world, killed);
        expect(world.problems).toEqual([]);
        expect(world.merged.toSorted()).toEqual(packets.map(({ id }) => id).toSorted());
        expect([...world.places], 'worktrees').toEqual([]);
        expect([...world.agents], 'agents').toEqual([]);
        expect(world.mostAgents).toBeLessThanOrEqual(3);
        expect(world.state().outcome).toBe('merged');
      }),
      { numRuns: runs(300, 30) },
    );
  });

  it('does nothing twice that has come to its end: not a build, not a merge', async () => {
    await fc.assert(
      fc.asyncProperty(plans, kills, fc.nat(), async (packets, killed, seed) => {
        const world = worldOf(packets, seed, allPasses);
        await untilOver(world, killed);
        for (const { id } of packets)
          expect([world.ends.get(`${id}/build`), world.ends.get(`${id}/merge`)]).toEqual([1, 1]);
      }),
      { numRuns: runs(200, 20) },
    );
  });

  it('merges together what waits while others are merged, and never more than it may', async () => {
    const packets = Array.from({ length: 20 }, (_, at) => ({
      id: `P${at}`,
      title: '',
      needs: [],
      touches: [],
      resources: [],
    }));
    const lasts = (step: string): number => (step === 'merge' ? 1_000_000 : 1_000);
    const world = new RunWorld(packets, { parallel: 20, mergeBatch: 8 }, () => 0, allPasses, lasts);
    await world.engine();
    expect(world.merged.toSorted()).toEqual(packets.map(({ id }) => id).toSorted());
    expect(world.mostTogether).toBe(8);
  });

  it('takes back what it made when it is aborted, keeps what is not merged, and leaves what is', async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.integer({ min: 1, max: 80 }), kills, fc.nat(), async (packets, when, killed, seed) => {
        const world = worldOf(packets, seed, trouble(seed));
        if ((await world.engine(when)) !== 'killed') return;
        const open = [...world.places].filter((id) => !world.merged.includes(id));
        world.say({ kind: 'aborted' });
        await untilOver(world, killed);
        expect([...world.places]).toEqual([]);
        expect([...world.agents]).toEqual([]);
        expect([...world.keptWork].toSorted()).toEqual(open.toSorted());
        expect(world.state().outcome).toBe('aborted');
      }),
      { numRuns: runs(200, 20) },
    );
  });

  it('never puts aside more money than there is', async () => {
    await fc.assert(
      fc.asyncProperty(plans, kills, fc.nat(), fc.integer({ min: 0, max: 12 }), async (packets, killed, seed, most) => {
        const chance = chanceOf(seed);
        const limits = { rounds: 10, dollars: most, dollarsPerStart: dollars };
        const world = new RunWorld(packets, limits, () => chance.upTo(1000) / 1000, trouble(seed));
        await untilOver(world, killed);
        let spent = 0;
        const aside = new Map<string, number>();
        for (const { event } of parseLines(world.text).records) {
          if (event.kind === 'started') aside.set(event.key, event.dollars ?? 0);
          if (event.kind === 'ended') {
            aside.delete(event.key);
            spent += event.result.dollars ?? 0;
          }
          const reserved = [...aside.values()].reduce((sum, one) => sum + one, 0);
          expect(spent + reserved).toBeLessThanOrEqual(most);
        }
        const { mode, outcome } = world.state();
        expect(outcome === 'merged' || mode === 'halted').toBe(true);
      }),
      { numRuns: runs(150, 15) },
    );
  });

  it('believes nothing behind a line that was changed, and reads on behind one that was cut off', () => {
    const world = worldOf([{ id: 'P0', title: '', needs: [], touches: [], resources: [] }], 1, allPasses);
    world.say({ kind: 'paused' });
    world.say({ kind: 'resumed' });
    const { text } = world;
    expect(parseLines(text).records).toHaveLength(3);
    expect(parseLines(text.replace('"paused"', '"resumed"'))).toMatchObject({
      records: [{ number: 1 }],
      broken: expect.stringContaining('line 2') as string,
    });
    const lines = text.split('\n');
    expect(parseLines([lines[0], lines[2], ''].join('\n')).broken).toContain('line 2');
    const { end } = parseLines(text);
    expect(parseLines(`${text}{"number":4,"at\n${lineAfter(end, 0, { kind: 'paused' })}\n`).records).toHaveLength(4);
  });
});
