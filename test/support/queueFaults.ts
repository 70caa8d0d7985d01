import type { ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from './chance.js';
import type { Postgres } from './postgres.js';
import type { QueuePlace } from './queuePlace.js';
import { again, isAhead, killFile } from './runFaults.js';

const victims = ['worker', 'worker', 'coordinator', 'postgres', 'stop'] as const;
type Victim = (typeof victims)[number];

/** What a run went through. */
export interface QueueFaults {
  readonly kills: Readonly<Record<Victim, number>>;
  readonly resumes: number;
}

/** How long a worker is stopped: its lease of 10 s, the 10 s in which the coordinator looks at leases, and some more. */
const stoppedMs = 26_000;

/**
 * Starts workers and a run, kills or stops what chance says, starts again what is gone, and lets the run go on undisturbed after the last
 * kill. In the end the workers are asked to end.
 */
export async function queueWithFaults(
  {
    place,
    postgres,
    chance,
    worker: workerArgs,
  }: {
    readonly place: QueuePlace;
    readonly postgres: Postgres;
    readonly chance: Chance;
    /** What each worker is started with. */
    readonly worker: readonly string[];
  },
  args: readonly string[],
  { packets, kills }: { readonly packets: number; readonly kills: number },
): Promise<QueueFaults> {
  const names = ['one', 'two', 'three'];
  const done: Record<Victim, number> = { worker: 0, coordinator: 0, postgres: 0, stop: 0 };
  const said = new WeakMap<ChildProcess, string>();
  const begin = (name: string): ChildProcess => {
    const worker = place.worker(name, workerArgs);
    worker.stdout?.on('data', (text: Buffer) => said.set(worker, (said.get(worker) ?? '') + text.toString()));
    return worker;
  };
  const workers = new Map(names.map((name) => [name, begin(name)]));
  const stopped = new Map<string, Promise<unknown>>();
  let resumes = 0;
  let coordinator = place.start('run', 'start', ...args);
  for (let left = kills; ;) {
    await pause(300 + chance.upTo(2_000));
    for (const [name, worker] of workers) if (hasEnded(worker)) workers.set(name, begin(name));
    if (hasEnded(coordinator)) {
      if (place.events().at(-1)?.['kind'] === 'over') break;
      resumes++;
      coordinator = place.start(...again(place, args));
    }
    if (left === 0 || isAhead(place, kills - left, { packets, kills })) continue;
    left--;
    const victim = chance.oneOf(victims);
    done[victim]++;
    const free = names.filter((name) => !stopped.has(name));
    const name = chance.oneOf(free.length === 0 ? names : free);
    const worker = workers.get(name);
    switch (victim) {
      case 'coordinator':
        coordinator.kill('SIGKILL');
        break;
      case 'worker':
        worker?.kill('SIGKILL');
        break;
      case 'postgres':
        await postgres.kill();
        await pause(chance.upTo(2_000));
        await postgres.start();
        break;
      case 'stop':
        worker?.kill('SIGSTOP');
        stopped.set(
          name,
          pause(stoppedMs).then(() => {
            worker?.kill('SIGCONT');
            stopped.delete(name);
          }),
        );
    }
    writeFileSync(killFile(place, kills - left), '');
  }
  await Promise.all(stopped.values());
  // One that was killed last has left its work to the next of its name.
  for (const [name, worker] of workers) if (hasEnded(worker)) workers.set(name, begin(name));
  await Promise.all([...workers.values()].map((worker) => endWorker(worker, () => said.get(worker) ?? '')));
  return { kills: done, resumes };
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

/** Not before it has begun: until then it would not tidy up. */
async function endWorker(worker: ChildProcess, said: () => string): Promise<void> {
  while (!hasEnded(worker) && !said().includes('Worker with')) await pause(200);
  if (hasEnded(worker)) return;
  const over = new Promise((resolve) => worker.once('exit', resolve));
  worker.kill('SIGTERM');
  await over;
}
