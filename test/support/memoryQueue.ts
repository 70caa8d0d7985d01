import type { JobState, NewJob, TakenJob, WorkQueue } from '../../server/src/workspace/workQueue.js';

/** A queue in memory, for one process. Leases do not run out by themselves. */
export interface MemoryQueue extends WorkQueue {
  /** What every job says, in the order in which they came. */
  readonly jobs: () => readonly NewJob[];
  /** Lets the lease of a job run out. */
  readonly lose: (id: string) => void;
}

export function memoryQueue(): MemoryQueue {
  const jobs = new Map<string, { readonly job: NewJob; state: JobState }>();
  const isTaken = ({ id }: TakenJob): boolean => jobs.get(id)?.state.kind === 'taken';
  const set = (id: string, state: JobState, from: readonly JobState['kind'][]): boolean => {
    const one = jobs.get(id);
    if (!one || !from.includes(one.state.kind)) return false;
    one.state = state;
    return true;
  };
  return {
    jobs: () => [...jobs.values()].map(({ job }) => job),
    lose: (id) => {
      set(id, { kind: 'lost' }, ['taken']);
    },
    submit: (job) => {
      if (!jobs.has(job.id)) jobs.set(job.id, { job, state: { kind: 'waiting' } });
      return Promise.resolve();
    },
    look: (run) =>
      Promise.resolve(
        new Map([...jobs].flatMap(([id, { job, state }]) => (job.data.run === run ? [[id, state] as const] : []))),
      ),
    cancel: (ids) => {
      for (const id of ids) set(id, { kind: 'canceled' }, ['waiting', 'taken']);
      return Promise.resolve();
    },
    forget: (ids) => {
      for (const id of ids) jobs.delete(id);
      return Promise.resolve();
    },
    take: (labels, groups) => {
      for (const [id, { job, state }] of jobs) {
        if (state.kind !== 'waiting' || groups?.includes(job.group) === false) continue;
        if (!job.labels.every((label) => labels.includes(label))) continue;
        set(id, { kind: 'taken' }, ['waiting']);
        return Promise.resolve({ id, data: job.data, leaseSeconds: job.leaseSeconds, claim: id });
      }
      return Promise.resolve(undefined);
    },
    renew: (job) => Promise.resolve(isTaken(job)),
    finish: (job, output) => Promise.resolve(set(job.id, { kind: 'done', output }, ['taken'])),
    close: () => Promise.resolve(),
  };
}
