import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { fieldsOf } from '../base/json.js';
import { redactor, secretsOfAddress } from '../base/redact.js';
import { UsageError } from '../base/usageError.js';
import type { JobState, QueueOpening, TakenJob, WorkQueue } from '../workspace/workQueue.js';

/** The schema in the database: everything there is pg-boss's. */
const schema = 'pactwright';
/** How often leases that have run out are looked for, in seconds. */
const supervisedSeconds = 10;
/** pg-boss ends a job after this time, however often it is renewed; its longest. */
const longestSeconds = 23 * 3600;
/** Ended jobs that were kept: of runs that were not continued. */
const keptSeconds = 14 * 24 * 3600;

/**
 * Opens a queue in PostgreSQL. A queue of pg-boss holds the jobs of a group that ask for the same labels, as a worker can only ask for a queue.
 *
 * @throws UsageError if it is used by another protocol; what the database says.
 */
export async function openPgBossQueue(opening: QueueOpening): Promise<WorkQueue> {
  const boss = await start(opening);
  const prefix = prefixOf(opening.protocol);
  const queues = async (): Promise<readonly string[]> =>
    (await boss.getQueues()).map(({ name }) => name).filter((name) => name.startsWith(prefix));
  const known = new Set<string>();
  const need = async (name: string): Promise<string> => {
    if (!known.has(name)) await boss.createQueue(name, { retryLimit: 0, expireInSeconds: longestSeconds });
    known.add(name);
    return name;
  };
  return {
    submit: async ({ id, labels, group, data, leaseSeconds }) => {
      await boss.send(await need(`${prefix}${group}/${nameOf(labels)}`), data, {
        id,
        heartbeatSeconds: leaseSeconds,
        deleteAfterSeconds: keptSeconds,
      });
    },
    look: async (run) => {
      const states = new Map<string, JobState>();
      for (const name of await queues())
        for (const job of await boss.findJobs<object>(name, { data: { run }, limit: 100_000 }))
          states.set(job.id, stateOf(job));
      return states;
    },
    cancel: async (ids) => {
      for (const name of await queues()) await boss.cancel(name, [...ids]);
    },
    forget: async (ids) => {
      for (const name of await queues()) await boss.deleteJob(name, [...ids]);
    },
    take: async (labels, groups) => {
      for (const name of await queues()) {
        const [group = '', asked = ''] = name.slice(prefix.length).split('/');
        if (groups?.includes(group) === false) continue;
        if (!labelsOf(asked).every((label) => labels.includes(label))) continue;
        const [job] = await boss.fetch(name, { batchSize: 1 });
        if (job)
          return {
            id: job.id,
            data: job.data,
            leaseSeconds: job.heartbeatSeconds ?? supervisedSeconds,
            claim: { name, id: job.id, retryCount: job.retryCount },
          };
      }
      return undefined;
    },
    renew: async (job) => {
      const { name, ...attempt } = claimOf(job);
      return affected(await boss.touch(name, attempt));
    },
    finish: async (job, output) => {
      const { name, ...attempt } = claimOf(job);
      return affected(await boss.complete(name, attempt, output));
    },
    close: () => boss.stop({ graceful: false, close: true }),
  };
}

/** @throws as above. */
async function start({ address, protocol, supervises, warn }: QueueOpening): Promise<PgBoss> {
  // An address may contain a password, and libraries repeat what they were given.
  const hide = redactor(secretsOfAddress(address));
  const boss = new PgBoss({
    connectionString: address,
    application_name: 'pactwright',
    schema,
    max: supervises ? 4 : 2,
    supervise: supervises,
    schedule: false,
    superviseIntervalSeconds: supervisedSeconds,
    monitorIntervalSeconds: supervisedSeconds,
    registerInstance: false,
    // Each is a warning of its own about the database, which is not ours to run.
    monitorVacuum: false,
    openTelemetry: { enabled: false },
  });
  // Errors of its background work; those of calls are thrown.
  boss.on('error', (error) => {
    warn(`the queue does not answer: ${hide(String(error))}`);
  });
  try {
    await boss.start();
    await refuseOthers(boss, protocol);
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
    if (error instanceof UsageError) throw error;
    throw new Error(hide(error instanceof Error ? error.message : String(error)), { cause: error });
  }
  return boss;
}

function prefixOf(protocol: number): string {
  return `packets-${protocol}/`;
}

/** @throws UsageError if jobs of another protocol wait. */
async function refuseOthers(boss: PgBoss, protocol: number): Promise<void> {
  for (const { name, totalCount } of await boss.getQueues()) {
    const other = /^packets-(\d+)\//u.exec(name)?.[1];
    if (other !== undefined && Number(other) !== protocol && totalCount > 0)
      throw new UsageError(
        `the queue holds packets of protocol ${other}, and this Pactwright speaks ${protocol}: install the version that started the run on every machine, or let its runs end first`,
      );
  }
}

function nameOf(labels: readonly string[]): string {
  return labels.length === 0 ? '-' : [...new Set(labels)].sort().join('.');
}

function labelsOf(name: string): readonly string[] {
  return name === '-' ? [] : name.split('.');
}

interface Claim {
  readonly name: string;
  readonly id: string;
  readonly retryCount: number;
}

function claimOf({ claim }: TakenJob): Claim {
  // Made by `take`.
  return claim as Claim;
}

/** Its types do not say what such a command answers. */
function affected(response: unknown): boolean {
  return Number(fieldsOf(response)?.['affected'] ?? 0) > 0;
}

function stateOf({ state, output }: JobWithMetadata): JobState {
  switch (state) {
    case 'created':
    case 'retry':
      return { kind: 'waiting' };
    case 'active':
      return { kind: 'taken' };
    case 'completed':
      return { kind: 'done', output };
    case 'cancelled':
      return { kind: 'canceled' };
    case 'failed':
      return { kind: 'lost' };
  }
}
