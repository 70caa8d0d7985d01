/**
 * A queue of jobs that workers on other machines pull. It delivers a job to one worker, once: to have it done again, submit
 * another one. Everything throws where the queue does not answer.
 */
export interface WorkQueue {
  /** Adds a job; nothing happens where there is one with its id. */
  readonly submit: (job: NewJob) => Promise<void>;
  /** The jobs of a run, by id. */
  readonly look: (run: string) => Promise<ReadonlyMap<string, JobState>>;
  /** Keeps jobs from being taken; a worker that has one finds out at its next renewal. */
  readonly cancel: (ids: readonly string[]) => Promise<void>;
  readonly forget: (ids: readonly string[]) => Promise<void>;
  /**
   * The oldest job that a worker with these labels can do; from then on it has a lease.
   *
   * @param groups the only ones whose jobs are taken; undefined: all.
   */
  readonly take: (labels: readonly string[], groups?: readonly string[]) => Promise<TakenJob | undefined>;
  /** @returns false if the job is not this worker's any more. */
  readonly renew: (job: TakenJob) => Promise<boolean>;
  /** @returns false if the job was not this worker's any more: then nothing is recorded. */
  readonly finish: (job: TakenJob, output: object) => Promise<boolean>;
  readonly close: () => Promise<void>;
}

export interface NewJob {
  /** A UUID. */
  readonly id: string;
  /** What a worker has to offer: letters, digits, `-` and `_`. */
  readonly labels: readonly string[];
  /** What it belongs to, such as a repository: letters and digits. */
  readonly group: string;
  readonly data: { readonly run: string };
  /** How long its worker may be silent, in seconds; 10 at least. */
  readonly leaseSeconds: number;
}

export interface TakenJob {
  readonly id: string;
  readonly data: unknown;
  readonly leaseSeconds: number;
  /** Tells this delivery from others, in the queue's own words. */
  readonly claim: unknown;
}

/** `lost`: its worker was silent for longer than its lease. */
export type JobState =
  { readonly kind: 'waiting' | 'taken' | 'lost' | 'canceled' } | { readonly kind: 'done'; readonly output: unknown };

/** How a process opens a queue. */
export interface QueueOpening {
  /** `postgres://…`; it may contain a password. */
  readonly address: string;
  /** Which words are spoken in it: jobs of another protocol are never taken. */
  readonly protocol: number;
  /** Whether this process handles expired leases: the one that submits does. */
  readonly supervises: boolean;
  readonly warn: (text: string) => void;
}
