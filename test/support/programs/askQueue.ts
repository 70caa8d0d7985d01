import { randomUUID } from 'node:crypto';
import { openPgBossQueue } from '../../../server/src/host/pgBossQueue.js';
import type { TakenJob } from '../../../server/src/workspace/workQueue.js';

/**
 * Asks a queue as many coordinators and workers do, and prints how often it answers in a second, as JSON.
 *
 * Arguments: how many connections, how many jobs. The address is in QUEUE.
 */
async function main([connections = '8', jobs = '2000']: readonly string[]): Promise<void> {
  const opening = { address: process.env['QUEUE'] ?? '', protocol: 1, warn: () => undefined };
  const queues = await Promise.all(
    Array.from({ length: Number(connections) }, (_, at) => openPgBossQueue({ ...opening, supervises: at === 0 })),
  );
  const [first] = queues;
  if (!first) return;
  const ids = Array.from({ length: Number(jobs) }, () => randomUUID());
  const said: Record<string, number> = {};
  /** Does something for each, over all connections, and notes how many a second. */
  const each = async <T>(
    name: string,
    all: readonly T[],
    act: (one: T, at: number) => Promise<unknown>,
  ): Promise<void> => {
    const began = performance.now();
    let next = 0;
    await Promise.all(
      queues.map(async (_, at) => {
        for (let one = all[next++]; one !== undefined; one = all[next++]) await act(one, at);
      }),
    );
    said[name] = Math.round((all.length / (performance.now() - began)) * 1000);
  };
  // As large as an order of a packet.
  const data = { run: 'run', filler: 'x'.repeat(500) };
  await each('submissions', ids, (id, at) =>
    (queues[at] ?? first).submit({ id, labels: ['linux'], group: 'shop', data, leaseSeconds: 600 }),
  );
  const began = performance.now();
  await first.look('run');
  said['ms to look at all jobs'] = Math.round(performance.now() - began);
  const taken: (readonly [TakenJob, number])[] = [];
  await each('takes', ids, async (_, at) => {
    const job = await (queues[at] ?? first).take(['linux']);
    if (job) taken.push([job, at]);
  });
  await each('renewals', taken, ([job, at]) => (queues[at] ?? first).renew(job));
  await each('results', taken, ([job, at]) => (queues[at] ?? first).finish(job, { commit: 'a'.repeat(40) }));
  process.stdout.write(`${JSON.stringify(said)}\n`);
  await Promise.all(queues.map((queue) => queue.close()));
}

void main(process.argv.slice(2));
