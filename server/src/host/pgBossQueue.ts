import { PgBoss, type JobWithMetadata } from 'pg-boss';
import { fieldsOf } from '../base/json.js';
import { redactor, secretsOfAddress } from '../base/redact.js';
import { UsageError } from '../base/usageError.js';
import type { JobState, QueueOpening, TakenJob, WorkQueue } from '../workspace/workQueue.js';

/** The schema in the database: everything there is pg-boss's. */
const schema = 'pactwright';
/** The newest form of its tables that the pg-boss of this build knows. */
export const newestTables = 46;
/** What PostgreSQL says of an address that it understands and refuses: no such user, a wrong password, no right, no such database. */
const refusals: ReadonlySet<unknown> = new Set(['28000', '28P01', '42501', '3D000']);
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
  const isOwn = (name: string): boolean => name.startsWith(prefix);
  const queues = async (): Promise<readonly string[]> => (await allQueues(boss)).filter(isOwn);
  let isTold = false;
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
      const all = await allQueues(boss);
      for (const name of all.filter(isOwn)) {
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
      const other = isTold ? undefined : await otherProtocol(boss, all, opening.protocol);
      if (other !== undefined) opening.warn(otherWords(other, opening.protocol));
      isTold ||= other !== undefined;
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
    const tables = (await boss.schemaVersion()) ?? 0;
    if (tables > newestTables)
      throw new UsageError(
        `a newer Pactwright has set up the queue (form ${tables} of its tables, and this one knows ${newestTables}): install that version here`,
      );
    const other = await otherProtocol(boss, await allQueues(boss), protocol);
    if (other !== undefined) throw new UsageError(otherWords(other, protocol));
  } catch (error) {
    await boss.stop({ graceful: false, close: true }).catch(() => undefined);
    if (error instanceof UsageError) throw error;
    const why = hide(error instanceof Error ? error.message : String(error));
    // To ask again would change nothing.
    if (refusals.has(fieldsOf(error)?.['code']))
      throw new UsageError(`the queue refuses its address: ${why}; correct the address, or what the database allows`);
    throw new Error(why, { cause: error });
  }
  return boss;
}

function prefixOf(protocol: number): string {
  return `packets-${protocol}/`;
}

async function allQueues(boss: PgBoss): Promise<readonly string[]> {
  return (await boss.getQueues()).map(({ name }) => name);
}

/** Another protocol whose packets wait for a worker; undefined if none do. */
async function otherProtocol(boss: PgBoss, queues: readonly string[], protocol: number): Promise<number | undefined> {
  for (const name of queues) {
    const other = Number(/^packets-(\d+)\//u.exec(name)?.[1] ?? protocol);
    // How many there are the queue itself counts now and then; and those that are over are kept for days.
    if (other !== protocol && (await boss.findJobs(name, { queued: true, limit: 1 })).length > 0) return other;
  }
  return undefined;
}

function otherWords(other: number, protocol: number): string {
  return `the queue holds packets of protocol ${other}, and this Pactwright speaks ${protocol}: install the version that started the run on every machine, or let its runs end first`;
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
