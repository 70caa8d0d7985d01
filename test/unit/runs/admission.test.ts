import { describe, expect, it } from 'vitest';
import { givenUp, viewRun } from '../../../server/src/runs/runView.js';
import type { Packet } from '../../../server/src/runs/event.js';
import { withCost } from '../../../server/src/execution/runs/hands.js';
import { newPacket } from '../../../server/src/runs/runState.js';
import { testMachine } from '../../support/testMachine.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { allPasses, RunWorld, type Script } from '../../support/runWorld.js';

const packet = (id: string, ...needs: string[]): Packet => ({
  id,
  title: `The ${id}`,
  needs,
  touches: [],
  resources: [],
});
const worldOf = (packets: readonly Packet[], script: Script): RunWorld =>
  new RunWorld(packets, { parallel: 2, review: false }, () => 0.5, script);

describe('one step of a run is stopped', () => {
  it('by an agent that cannot work: what is built is merged, and the rest waits for a person', async () => {
    const world = worldOf([packet('A'), packet('B'), packet('C')], (id, step, times) =>
      id === 'A' && step === 'build' && times === 0
        ? { outcome: 'failed', failure: 'halt', note: 'signed out' }
        : { outcome: 'passed' },
    );
    await world.engine();
    expect(world.merged).toEqual(['B']);
    const { state, why, packets } = viewRun(world.state(), false, 0);
    expect([state, why]).toEqual(['stuck', 'build is stopped: A: signed out']);
    expect(packets.map(({ note }) => note)).toEqual([why, undefined, why]);
    world.say({ kind: 'resumed' });
    await world.engine();
    expect(world.merged.toSorted()).toEqual(['A', 'B', 'C']);
    expect(world.state().outcome).toBe('merged');
  });

  it('by a person: the others go on, and the run is paused when they are done', async () => {
    const world = worldOf([packet('A'), packet('B')], allPasses);
    world.say({ kind: 'paused', step: 'merge' });
    await world.engine();
    expect(world.merged).toEqual([]);
    expect(world.ends.get('B/build')).toBe(1);
    expect(viewRun(world.state(), false, 0)).toMatchObject({ state: 'paused', why: 'merge is paused' });
    // Of another step nothing is said.
    world.say({ kind: 'paused', step: 'build' });
    world.say({ kind: 'resumed', step: 'build' });
    expect([...world.state().stopped.keys()]).toEqual(['merge']);
    world.say({ kind: 'resumed', step: 'merge' });
    await world.engine();
    expect(world.merged.toSorted()).toEqual(['A', 'B']);
  });

  it('because nobody knows what it cost: what it did counts', async () => {
    const world = worldOf([packet('A')], (_, step) =>
      step === 'build' ? { outcome: 'passed', halts: 'the cost is unknown' } : { outcome: 'passed' },
    );
    await world.engine();
    expect(world.merged).toEqual(['A']);
    expect([world.ends.get('A/build'), [...world.state().stopped]]).toEqual([1, [['build', 'A: the cost is unknown']]]);
    const result = { outcome: 'back', note: 'add a test' } as const;
    const job = { key: '', step: 'review', dollars: 2, one: newPacket(packet('A')), since: 0, at: 0 } as const;
    expect(await withCost(result, job, { machine: testMachine(), sessions: temporaryFolder() })).toMatchObject({
      ...result,
      dollars: 2,
      halts: expect.stringContaining('cost of the agent is unknown') as string,
    });
  });

  it('by a person: the run waits for them where nothing else can be done, and only there', async () => {
    const shared = { resources: ['database'] };
    const world = worldOf(
      [
        { ...packet('A'), ...shared },
        { ...packet('B'), ...shared },
      ],
      allPasses,
    );
    const now = (): string => viewRun(world.state(), false, 0).state;
    world.say({ kind: 'paused', step: 'merge' });
    expect(now()).toBe('interrupted');
    await world.engine();
    // The other one waits for what this one holds.
    expect([world.ends.get('A/build'), world.ends.get('B/build'), now()]).toEqual([1, undefined, 'paused']);
    world.say({ kind: 'answered', packet: 'A', answer: 'drop' });
    expect(now()).toBe('interrupted');
  });

  it('what is given up is listed with its last error, and what it blocks', async () => {
    const world = worldOf([packet('A'), packet('B', 'A'), packet('C', 'B'), packet('D')], (id, step) =>
      id === 'A' && step === 'merge' ? { outcome: 'failed', failure: 'final', note: 'no' } : { outcome: 'passed' },
    );
    await world.engine();
    expect(givenUp(world.state())).toMatchObject([
      { id: 'A', title: 'The A', step: 'merge', starts: 2, note: 'no', blocks: ['B', 'C'] },
    ]);
  });
});

describe('agents are given no more than', () => {
  const limited = (limits: object, script: Script): RunWorld =>
    new RunWorld(
      [packet('A'), packet('B')],
      { parallel: 1, review: false, ...limits },
      () => 0,
      script,
      () => 60_000,
    );
  /** Each is sent back once. */
  const back: Script = (_, step, times) =>
    step === 'merge' && times === 0
      ? { outcome: 'back', note: 'add a test' }
      : { outcome: 'passed', tokens: 60, agentMs: 60_000 };
  const used = ({
    packets,
  }: {
    readonly packets: readonly { readonly note?: string | undefined }[];
  }): readonly unknown[] => packets.map(({ note }) => note);

  it.each([
    ['so many tokens for a packet', { tokensPerPacket: 60 }, '60 tokens are used, and 60 are allowed: go on?'],
    [
      'so much time for a packet',
      { maxMsPerPacket: 60_000 },
      'agents have worked for 60 s, and 60 s are allowed: go on?',
    ],
  ])('%s, unless a person says so', async (_, limits, question) => {
    const world = limited(limits, back);
    await world.engine();
    expect([world.merged, used(viewRun(world.state(), false, 0))]).toEqual([[], [question, question]]);
    for (const id of ['A', 'B']) world.say({ kind: 'answered', packet: id, answer: 'again' });
    await world.engine();
    expect(world.merged.toSorted()).toEqual(['A', 'B']);
  });

  it('so many tokens for a run: what is begun is brought to its end', async () => {
    const world = limited({ tokens: 50 }, (_, step) => ({
      outcome: 'passed',
      ...(step === 'build' ? { tokens: 60 } : {}),
    }));
    await world.engine();
    expect([world.merged, viewRun(world.state(), false, 0).why]).toEqual([
      ['A'],
      '60 tokens are used, and 50 are allowed: `pactwright run start` with a higher limit works on what is left',
    ]);
  });

  it('so much time, and as much again once a person lets it go on', async () => {
    const world = new RunWorld(
      [packet('A'), packet('B', 'A')],
      { review: false, maxMs: 60_000 },
      () => 0,
      allPasses,
      () => 30_000,
    );
    await world.engine();
    expect([world.merged, viewRun(world.state(), false, 0).why]).toEqual([['A'], 'the run has reached its time limit']);
    world.say({ kind: 'resumed' });
    await world.engine();
    expect(world.merged).toEqual(['A', 'B']);
  });

  it('they report', async () => {
    const world = limited({ tokens: 50 }, allPasses);
    await world.engine();
    expect(world.merged).toEqual(['A']);
    expect(viewRun(world.state(), false, 0).why).toContain('does not report its tokens');
  });
});

it('agents of one provider are limited together', async () => {
  const packets = ['A', 'B', 'C', 'D', 'E', 'F'].map((id) => packet(id));
  const agents = { build: 'claude', review: 'opencode' };
  const most = async (perAgent: Readonly<Record<string, number>>): Promise<number> => {
    const world = new RunWorld(packets, { parallel: 6, perAgent, agents }, () => 0.5, allPasses);
    await world.engine();
    expect(world.merged).toHaveLength(6);
    return world.mostAgents;
  };
  expect(await most({})).toBe(6);
  expect(await most({ 'claude+opencode': 3 })).toBe(3);
  expect(await most({ 'claude+opencode': 4, claude: 2 })).toBeLessThanOrEqual(4);
});
