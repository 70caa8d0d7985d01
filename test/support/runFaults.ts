import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.js';
import { descendantsOf } from './processesIn.js';
import type { FakeSteps, RunPlace } from './runPlace.js';

/** What is killed. */
const victims = ['engine', 'agent', 'git'] as const;
type Victim = (typeof victims)[number];

/** What a run went through. */
export interface Faults {
  readonly kills: Readonly<Record<Victim, number>>;
  /** How often the run was resumed. */
  readonly resumes: number;
  /** What the last engine printed. */
  readonly out: string;
}

interface Started {
  readonly child: ChildProcess;
  readonly out: () => string;
  readonly over: Promise<number | null>;
}

/** How many kills a run of so many packets is to go through. */
interface Counts {
  readonly packets: number;
  readonly kills: number;
}

/** So often a packet waits for kills: as others go on meanwhile, what is waited for comes. */
const paced = 5;

/**
 * What agents do where kills must not fall behind what is merged: in the midst of its work each fifth packet waits until those well
 * before it had their share, and the last one until all are done.
 *
 * @param steps by packet, in the order of the plan.
 */
export function pacedSteps(
  place: Pick<RunPlace, 'repository'>,
  steps: Readonly<Record<string, FakeSteps>>,
  { packets, kills }: Counts,
): Readonly<Record<string, FakeSteps>> {
  return Object.fromEntries(
    Object.entries(steps).map(([key, [first = {}, ...rest]], at) => {
      const share = at % paced === paced - 1 ? Math.floor((at + 1 - paced) * (kills / packets)) : 0;
      const due = at === packets - 1 ? kills : share;
      return [key, due < 1 ? [first, ...rest] : [first, { until: killFile(place, due) }, ...rest]];
    }),
  );
}

/** There once so many were killed. */
export function killFile({ repository }: Pick<RunPlace, 'repository'>, kill: number): string {
  return `${repository.folder}.kills-${kill}`;
}

/** The longest time between two kills: about what a packet takes. */
const mostBetweenMs = 1_200;

/** Starts a run, kills what chance says, resumes it whenever its engine is gone, and lets it go on undisturbed after the last kill. */
export async function runWithFaults(
  place: RunPlace,
  args: readonly string[],
  { packets, kills }: Counts,
  chance: Chance,
): Promise<Faults> {
  const done = { engine: 0, agent: 0, git: 0 };
  let resumes = 0;
  let now = begin(place, ['run', 'start', ...args]);
  for (let left = kills; ;) {
    const isBehind = kills - left < (kills / packets) * (mergedIn(place) + 2);
    const wait = chance.upTo(isBehind ? mostBetweenMs / 4 : mostBetweenMs);
    const ended = await Promise.race([now.over, pause(wait).then(() => 'runs' as const)]);
    if (ended !== 'runs') {
      if (isOver(place)) return { kills: done, resumes, out: now.out() };
      resumes++;
      now = begin(place, again(place, args));
    } else if (left > 0) {
      if (isAhead(place, kills - left, { packets, kills })) continue;
      const victim = chance.oneOf(victims);
      if (await killOne(victim, now.child)) {
        done[victim]++;
        left--;
        writeFileSync(killFile(place, kills - left), '');
      }
    } else await now.over;
  }
}

/** Whether enough was killed for what is merged so far: kills are spread over the whole run, and stop as long as nothing gets done. */
export function isAhead(place: Pick<RunPlace, 'events'>, done: number, { packets, kills }: Counts): boolean {
  return done >= (kills / packets) * (mergedIn(place) + ahead);
}

/** As if so many packets more were merged. */
const ahead = 3;

function mergedIn(place: Pick<RunPlace, 'events'>): number {
  // One whose engine was killed behind the merge ends without a commit, as it finds it made.
  const isMerge = ({ kind, key, result }: ReturnType<RunPlace['events']>[number]): boolean =>
    kind === 'ended' &&
    String(key).includes('/merge/') &&
    (result as { readonly outcome: string }).outcome === 'passed';
  return place.events().filter(isMerge).length;
}

/** The command that goes on: there is no run yet if its engine was killed at once. */
export function again(place: Pick<RunPlace, 'events'>, args: readonly string[]): readonly string[] {
  return place.events().length === 0 ? ['run', 'start', ...args] : ['run', 'resume'];
}

function begin(place: RunPlace, args: readonly string[]): Started {
  const child = place.start(...args);
  let out = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (out += text.toString()));
  const over = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  return { child, out: () => out, over };
}

function isOver(place: RunPlace): boolean {
  return place.events().at(-1)?.['kind'] === 'over';
}

/** Such a process may live for a few milliseconds only. */
const patienceMs = 400;

async function killOne(victim: Victim, engine: ChildProcess): Promise<boolean> {
  if (victim === 'engine') return engine.kill('SIGKILL');
  for (const until = performance.now() + patienceMs; performance.now() < until;) {
    await pause(1);
    const found = descendantsOf(engine.pid ?? 0).find(({ command }) =>
      victim === 'git'
        ? path.basename(command[0] ?? '') === 'git'
        : command.some((word) => /\/(?:claude|codex)(?:\.mjs)?$/u.test(word)),
    );
    if (!found) continue;
    try {
      process.kill(found.pid, 'SIGKILL');
      return true;
    } catch {
      // It has ended by itself.
    }
  }
  return false;
}
