import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { describeError } from '../../base/errors.js';
import { read } from '../../base/schema.js';
import { orRefused } from '../../operations/orRefused.js';
import { Refused } from '../../operations/errorCodes.js';
import { groupOf, type PacketOrder, packetOrder, trustLabel } from '../../runs/attempt.js';
import type { Machine } from '../../workspace/machine.js';
import type { TakenJob, WorkQueue } from '../../workspace/workQueue.js';
import { patiently } from '../runs/patiently.js';
import { pushLost } from './attemptClone.js';
import { type AttemptFolder, makeAttemptFolder, removeFolder, removeLeftFolders } from './attemptFolder.js';
import { type AttemptDesk, keepUncommitted, runAttempt } from './runAttempt.js';

/** What a worker is. */
export interface Worker {
  readonly machine: Machine;
  readonly queue: WorkQueue;
  /** Where it keeps clones: absolute. */
  readonly home: string;
  readonly slots: number;
  readonly labels: readonly string[];
  /** Ends with the first packet in each slot, or where none waits. */
  readonly once: boolean;
  /** The only remotes that it works for; none: all. */
  readonly remotes: readonly string[];
  readonly trustCommands: boolean;
  readonly redact: AttemptDesk['redact'];
  readonly tell: (text: string) => void;
  readonly warn: (text: string) => void;
  /** Ends it: what it has in hand is pushed as lost. */
  readonly signal: AbortSignal;
}

const firstWaitMs = 1_000;
const longestWaitMs = 10_000;

/** Pulls packets and works on them until it is stopped. @throws what the machine throws. */
export async function runWorker(worker: Worker): Promise<void> {
  // Each slot listens to it.
  setMaxListeners(0, worker.signal);
  await removeLeftFolders(worker.home, worker.machine).catch((error: unknown) => {
    worker.warn(`what earlier workers left could not be removed: ${describeError(error)}`);
  });
  await Promise.all(Array.from({ length: worker.slots }, () => fillSlot(worker)));
}

async function fillSlot(worker: Worker): Promise<void> {
  const { queue, once, remotes, trustCommands, signal, warn } = worker;
  const labels = [...worker.labels, ...(trustCommands ? [trustLabel] : [])];
  const groups = remotes.length > 0 ? remotes.map(groupOf) : undefined;
  for (let wait = firstWaitMs; !signal.aborted;) {
    // It fails only where the worker is stopped.
    const taken = await patiently(async () => ({ job: await queue.take(labels, groups) }), { signal, warn }).catch(
      () => undefined,
    );
    const job = taken?.job;
    // The other slots go on, whatever happens to this one.
    const isDone =
      job !== undefined &&
      (await workOn(job, worker).catch((error: unknown) => {
        warn(describeError(error));
        return false;
      }));
    if (once) {
      if (taken && !job) worker.tell('No packet waits for this worker.');
      return;
    }
    if (isDone) {
      wait = firstWaitMs;
      continue;
    }
    // A slot that cannot work must not take one packet after the other from those that can. Idle workers by the hundred must not keep a database busy, nor ask at the same moment.
    await pause(wait * (0.75 + Math.random() / 2), undefined, { signal }).catch(() => undefined);
    wait = Math.min(wait * 1.5, longestWaitMs);
  }
}

/** @returns whether an attempt came of it. */
async function workOn(job: TakenJob, worker: Worker): Promise<boolean> {
  const { machine, queue, home, tell, warn, remotes, redact } = worker;
  const order = read(packetOrder, job.data);
  if (!order) {
    warn('a packet of the queue is not one that this version knows: install the version of the coordinator');
    return false;
  }
  const name = `${order.packet} (${order.role}, attempt ${order.attempt} of run ${order.run})`;
  tell(`${name}: started`);
  const lease = holdLease(job, worker);
  let place: AttemptFolder | undefined;
  try {
    if (remotes.length > 0 && !remotes.includes(order.remote))
      throw new Refused('not-allowed', 'this worker does not work for that remote (--remote)');
    place = await makeAttemptFolder(home, { ...order, number: order.attempt }, order.remote, machine);
    const output = await runAttempt({ ...worker, order, place, signal: lease.signal });
    const isTaken = await patiently(() => queue.finish(job, output), { signal: lease.signal, warn });
    tell(isTaken ? `${name}: finished` : `${name}: finished too late: another attempt has taken its place`);
    return true;
  } catch (error) {
    const why = redact(describeError(error));
    warn(`${name}: ${lease.signal.aborted ? lease.why() : why}`);
    if (place) await giveUp(order, place, worker);
    if (!lease.signal.aborted)
      await patiently(() => queue.finish(job, { refused: why }), { signal: lease.signal, warn });
    return false;
  } finally {
    lease.end();
    if (place)
      await removeFolder(place.folder, machine).catch((error: unknown) => {
        warn(`${name}: its folder could not be removed: ${describeError(error)}`);
      });
  }
}

/** Pushes what there is as lost. The coordinator hears of the rest when the lease runs out. */
async function giveUp(order: PacketOrder, place: AttemptFolder, { machine, warn, tell }: Worker): Promise<void> {
  // It is short, and all that is left to be done.
  const call = { machine, signal: AbortSignal.timeout(lostMs) };
  try {
    const kept = await keepUncommitted(order.packet, place.clone, call);
    if (kept === undefined || kept === order.base) return;
    await pushLost(
      order,
      orRefused(await machine.runGit(place.clone, ['rev-parse', kept], call.signal)).trim(),
      place,
      call,
    );
    tell(`${order.packet}: what there was is kept as lost`);
  } catch (error) {
    warn(`${order.packet}: what there was could not be kept: ${describeError(error)}`);
  }
}

/** How long that may take, in milliseconds. */
const lostMs = 60_000;

interface Lease {
  /** Aborted once it is lost, or the worker ends. */
  readonly signal: AbortSignal;
  readonly why: () => string;
  readonly end: () => void;
}

/** Renews a lease until it is ended. A queue that does not answer takes nothing away: only its word does. */
function holdLease(job: TakenJob, { queue, signal, warn }: Worker): Lease {
  const lost = new AbortController();
  const over = new AbortController();
  const renew = async (): Promise<void> => {
    while (!over.signal.aborted) {
      await pause((job.leaseSeconds * 1000) / 3, undefined, { signal: over.signal });
      const isOurs = await patiently(() => queue.renew(job), { signal: over.signal, warn });
      if (!isOurs) {
        lost.abort(new Error('the lease is lost'));
        return;
      }
    }
  };
  renew().catch(() => undefined);
  return {
    signal: AbortSignal.any([signal, lost.signal]),
    why: () =>
      lost.signal.aborted ? 'the lease is lost, so its agent was ended' : 'the worker ends, so its agent was ended',
    end: () => {
      over.abort();
    },
  };
}
