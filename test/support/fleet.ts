import type { Job } from '../../server/src/runs/engine.js';
import { parseLines } from '../../server/src/runs/chain.js';
import type { Packet } from '../../server/src/runs/event.js';
import { chanceOf } from './chance.js';
import { RunWorld } from './runWorld.js';

/** A day of many repositories, each with a run of its own and its share of the workers. */
export interface Fleet {
  readonly repositories: number;
  readonly packets: number;
  readonly workers: number;
  readonly leaseSeconds: number;
  /** How long a merge takes, with its gate, in seconds. */
  readonly mergeSeconds: number;
}

export interface FleetDay {
  readonly merged: number;
  /** Of the longest run. */
  readonly hours: number;
  /** Statements that the queue answers in a second: on average, and in the busiest minute. */
  readonly statements: { readonly mean: number; readonly peak: number };
  /** Refs of attempts at one remote at the same time, at most. */
  readonly refs: number;
  /** Of one repository in its busiest hour. */
  readonly mergesAnHour: number;
  /** How much of its time the merging of the busiest repository is at work. */
  readonly mergeShare: number;
}

const minute = 60_000;
/** What a step of an agent asks the queue beside renewals: queues, look, submit; queues, take; finish; queues, forget. */
const statementsOfStep = 8;
/** Branch, task, target and report. */
const refsOfAttempt = 4;
/** A coordinator looks at the queues and at its jobs every second. */
const looksASecond = 2;

function packetsOf(many: number, upTo: (end: number) => number): readonly Packet[] {
  return Array.from({ length: many }, (_, at) => {
    const wave = Math.floor(at / 40);
    return {
      id: `P${at}`,
      title: '',
      needs: wave === 0 ? [] : [`P${(wave - 1) * 40 + upTo(40)}`],
      touches: [`src/${upTo(many)}/**`],
      resources: [],
    };
  });
}

/** Plays the day in virtual time, with the engine itself. Agents work between five minutes and an hour, and review for a fifth of it. */
export async function simulateFleet(fleet: Fleet, seed: number): Promise<FleetDay> {
  const perMinute = new Map<number, number>();
  const add = (at: number, statements: number): void => {
    const when = Math.floor(at / minute);
    perMinute.set(when, (perMinute.get(when) ?? 0) + statements);
  };
  let merged = 0;
  let longest = 0;
  let refs = 0;
  let mergesAnHour = 0;
  let mergeShare = 0;
  for (let repository = 0; repository < fleet.repositories; repository++) {
    const chance = chanceOf(seed * 1000 + repository);
    const build = (): number => (5 + chance.upTo(55_000) / 1000) * minute;
    const lasts = (step: Job['step']): number =>
      step === 'build' ? build() : step === 'review' ? build() / 5 : step === 'merge' ? fleet.mergeSeconds * 1000 : 500;
    const packets = packetsOf(fleet.packets / fleet.repositories, chance.upTo);
    const parallel = fleet.workers / fleet.repositories;
    const world = new RunWorld(packets, { parallel, haltAfter: 1e6 }, () => chance.upTo(1000) / 1000, undefined, lasts);
    await world.engine();
    merged += new Set(world.merged).size;
    const day = readDay(world, fleet.leaseSeconds, add);
    longest = Math.max(longest, day.endsAt);
    refs = Math.max(refs, day.refs);
    mergesAnHour = Math.max(mergesAnHour, day.mergesAnHour);
    mergeShare = Math.max(mergeShare, (packets.length * fleet.mergeSeconds * 1000) / day.endsAt);
    for (let at = 0; at < day.endsAt; at += minute) add(at, looksASecond * 60);
  }
  const all = [...perMinute.values()];
  return {
    merged,
    hours: longest / 3_600_000,
    statements: {
      mean: all.reduce((sum, one) => sum + one, 0) / all.length / 60,
      peak: all.reduce((most, one) => Math.max(most, one), 0) / 60,
    },
    refs,
    mergesAnHour,
    mergeShare,
  };
}

function readDay(
  world: RunWorld,
  leaseSeconds: number,
  add: (at: number, statements: number) => void,
): { readonly endsAt: number; readonly refs: number; readonly mergesAnHour: number } {
  const begun = new Map<string, number>();
  const attempts = new Map<string, number>();
  const merges = new Map<number, number>();
  let endsAt = 0;
  let refs = 0;
  for (const { at, event } of parseLines(world.text).records) {
    endsAt = at;
    if (event.kind === 'started') begun.set(event.key, at);
    if (event.kind === 'started' && (event.step === 'build' || event.step === 'review')) {
      add(at, statementsOfStep);
      attempts.set(event.packet, (attempts.get(event.packet) ?? 0) + refsOfAttempt);
      refs = Math.max(
        refs,
        [...attempts.values()].reduce((sum, one) => sum + one, 0),
      );
    }
    if (event.kind !== 'ended') continue;
    const [, step] = event.key.split('/');
    if (step === 'clean') attempts.delete(event.packet);
    if (step === 'merge') merges.set(Math.floor(at / 3_600_000), (merges.get(Math.floor(at / 3_600_000)) ?? 0) + 1);
    if (step !== 'build' && step !== 'review') continue;
    for (let time = begun.get(event.key) ?? at; time < at; time += (leaseSeconds * 1000) / 3) add(time, 1);
  }
  return { endsAt, refs, mergesAnHour: Math.max(...merges.values()) };
}
