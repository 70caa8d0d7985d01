import * as v from 'valibot';
import { contentHash } from '../base/contentHash.js';
import { count, finite, listOf, maybe, object, type Read } from '../base/schema.js';
import { stepResult } from './event.js';
import { planTask } from './planTask.js';

/** What coordinator and workers say to each other, in the queue and in git. A change that the other side cannot read is a new one. */
export const protocol = 2;

const text = v.string();
const hash = v.pipe(v.string(), v.regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/u));
/** A part of a ref. */
const refPart = v.pipe(v.string(), v.regex(/^(?!\.)(?!.*\.\.)(?!.*\.(?:lock)?$)[\w.-]+$/u));

/** What a worker is to do: all that is in the queue. Everything large is in git, under the refs of the attempt. */
export const packetOrder = object({
  run: refPart,
  packet: refPart,
  attempt: count,
  /** Where to fetch from and to push to. */
  remote: text,
  /** The commit that the work begins at. */
  base: hash,
  /** The only branch that this attempt may push to. */
  branch: text,
  /** The blob that says the rest: a task. */
  prompt: hash,
  /** Agents by id, in the order they are tried, separated by commas; empty: as the worker’s settings say. */
  agent: text,
  model: maybe(text),
  role: v.picklist(['build', 'review']),
  limits: object({
    /** How often an agent is started at most. */
    rounds: count,
    timeMs: maybe(finite),
    silenceMs: maybe(finite),
    dollars: maybe(finite),
  }),
  labels: listOf(text),
  /** The names of variables that a worker has to have. */
  environment: listOf(text),
});

export type PacketOrder = Read<typeof packetOrder>;

/** The blob that an order names. */
export const packetTask = object({
  protocol: count,
  /** What is added to the playbook for the agent. */
  told: maybe(text),
  /** The branch that the packet will be merged into, by name. */
  target: text,
  /** The project’s folder in the repository: empty, or with `/` at its end. */
  prefix: v.pipe(text, v.regex(/^(?:(?!\.\.?\/)[^/\\:\p{Cc}]+\/)*$/u)),
  profile: maybe(text),
  /** Whether the person who started the run allows commands of the repository’s configuration. */
  trustCommands: v.boolean(),
  /** What is to be done in a packet of a plan file; undefined: it is an item. */
  plan: v.optional(object({ title: text, task: planTask })),
});

export type PacketTask = Read<typeof packetTask>;

/** The blob that says how an attempt ended. */
export const attemptReport = object({
  protocol: count,
  result: stepResult,
  /** The events of its phases, a line of JSON each. */
  log: listOf(text),
});

export type AttemptReport = Read<typeof attemptReport>;

/** What a finished job says in the queue: where to look in git, or why the work could not be started or handed in. */
export const attemptOutput = v.union([object({ commit: hash, report: hash }), object({ refused: text })]);

export type AttemptOutput = Read<typeof attemptOutput>;

/** What a worker offers that runs the commands of plans, beside its labels. */
export const trustLabel = 'trust-commands';

/** What the jobs of a remote have in common in a queue. */
export function groupOf(remote: string): string {
  return contentHash(remote).slice(0, 16);
}

/** One start of a step of a packet. */
export interface Attempt {
  readonly run: string;
  readonly packet: string;
  /** From 1: it counts all starts of the packet. */
  readonly number: number;
}

/** The same job for the same attempt, from any coordinator: a UUID. */
export function jobIdOf({ run, packet, number }: Attempt): string {
  const digits = contentHash(`${run}\0${packet}\0${number}`);
  return [8, 4, 4, 4, 12]
    .map((length, at) => digits.slice([0, 8, 12, 16, 20][at], ([0, 8, 12, 16, 20][at] ?? 0) + length))
    .join('-');
}

/** The refs of an attempt, at the remote and, without the branch, in each clone. */
export interface AttemptRefs {
  /** Without `refs/heads/`. */
  readonly branch: string;
  readonly task: string;
  readonly target: string;
  readonly report: string;
  /** What a worker had that lost its lease. */
  readonly lost: string;
  /** What the branch had when it was fetched. */
  readonly commit: string;
}

/** Whose names begin all refs of a packet. */
export function packetRefs({ run, packet }: Pick<Attempt, 'run' | 'packet'>): {
  readonly branches: string;
  readonly others: string;
} {
  return { branches: `pactwright/${run}/${packet}/`, others: `refs/pactwright/run/${run}/${packet}/` };
}

export function attemptRefs(attempt: Attempt): AttemptRefs {
  const { branches, others } = packetRefs(attempt);
  const own = (name: string): string => `${others}${attempt.number}/${name}`;
  return {
    branch: `${branches}${attempt.number}`,
    task: own('task'),
    target: own('target'),
    report: own('report'),
    lost: own('lost'),
    commit: own('commit'),
  };
}
