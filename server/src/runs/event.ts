import * as v from 'valibot';
import { processMark } from '../agents/sessionRecord.js';
import { count, finite, listOf, maybe, object, type Read, recordOf } from '../base/schema.js';

const text = v.string();
const natural = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** The steps of a packet, in order. `review` is left out where a run has none. */
export const stepNames = ['build', 'review', 'merge', 'clean'] as const;

export type StepName = (typeof stepNames)[number];

const step = v.picklist(stepNames);

const packetSchema = object({
  /** What it is called, in its run: an item id. */
  id: text,
  title: text,
  /** The packets of the run that have to be merged first. */
  needs: listOf(text),
  /** The files it changes, as globs: no two packets that can meet in a file are worked on at the same time. */
  touches: listOf(text),
  /** What it needs for itself while it is worked on: a port, a device, the full test suite. */
  resources: listOf(text),
  /** Whether it ends the run: it needs all others, merged or dropped, and begins with its merge. */
  closes: maybe(v.boolean()),
});

/** A unit of work: one branch, which is merged once or never. */
export type Packet = Read<typeof packetSchema>;

const limitsSchema = object({
  /** How many agents work at the same time. */
  parallel: count,
  /** The same by the id of an agent, or of several with `+` between them, as far as fewer of them may work together. */
  perAgent: recordOf(count),
  /** The agent that is tried first, by step. */
  agents: object({ build: maybe(text), review: maybe(text) }),
  /** Whether another agent reviews a packet before it is merged. */
  review: v.boolean(),
  /** How often a packet may be sent back by a review, a gate or a conflict. */
  rounds: natural,
  /** How often a step is tried again if a service, the network or git fails. */
  retries: natural,
  /** The wait before the first of these, in milliseconds; it grows fourfold, up to five minutes. */
  firstRetryMs: natural,
  /** How many packets are merged together at most, judged once; undefined: each alone. */
  mergeBatch: maybe(count),
  /** The run stops for a person after so many packets in a row have failed. */
  haltAfter: count,
  /** Whether an interrupted step waits for a person instead of starting again. */
  askAfterCrash: v.boolean(),
  /** What the run may cost, in US dollars, and what is put aside for each start of an agent. */
  dollars: maybe(finite),
  dollarsPerStart: maybe(finite),
  /** How many tokens agents may use: in the whole run, and for a packet. */
  tokens: maybe(natural),
  tokensPerPacket: maybe(natural),
  /** How long the run may take, in milliseconds. */
  maxMs: maybe(finite),
  /** How long agents may work on a packet before a person is asked, in milliseconds. */
  maxMsPerPacket: maybe(finite),
});

export type RunLimits = Read<typeof limitsSchema>;

export const stepResult = object({
  /**
   * `back`: it is built again, with what `note` says. `lost`: its engine was killed, and nothing is known to be done; with a transient
   * failure it is its worker that was not heard of any more, which counts as a try.
   * `later`: it waits for others, such as a review on a pull request, and is looked at again.
   */
  outcome: v.picklist(['passed', 'back', 'failed', 'asks', 'lost', 'later']),
  /** Of what failed: it is tried again, the packet is given up, or the run stops until a person answers. */
  failure: maybe(v.picklist(['transient', 'final', 'halt'])),
  /** Why: a sentence without full stop. */
  note: maybe(text),
  /** Where an agent asks. */
  question: maybe(text),
  /** What it has cost, in US dollars, as far as that is known. */
  dollars: maybe(finite),
  /** The tokens that went in and out of models, as far as that is known. */
  tokens: maybe(natural),
  /** How long its agents worked, in milliseconds: neither what was waited for a worker, nor what passed after a crash. */
  agentMs: maybe(natural),
  /** What a merge made. */
  commit: maybe(text),
  /** Of what is sent back: the merged packets that are built again in its place, with `note`. */
  reopens: maybe(listOf(text)),
  /** Why no more of such steps are started, however this one ended: a sentence without full stop. */
  halts: maybe(text),
});

/** How a step ended. */
export type StepResult = Read<typeof stepResult>;

const runEvent = v.variant('kind', [
  object({
    kind: v.literal('planned'),
    run: text,
    /** The project: absolute. */
    folder: text,
    /** The branch that packets are merged into. */
    target: text,
    packets: listOf(packetSchema),
    limits: limitsSchema,
    /** What an engine has to know to go on, in its own words. */
    terms: recordOf(v.unknown()),
  }),
  /** A process works on the run from now on; what another one had in flight is interrupted. */
  object({ kind: v.literal('engine'), process: processMark }),
  /** A step is about to be started. `key` names this one start, and nothing else ever. */
  object({
    kind: v.literal('started'),
    key: text,
    packet: text,
    step,
    /** Whether the packet had neither branch nor worktree: what it has from now on is the run's. */
    fresh: maybe(v.boolean()),
    /** What is put aside for it, in US dollars. */
    dollars: maybe(finite),
  }),
  object({ kind: v.literal('ended'), key: text, packet: text, result: stepResult }),
  /** A person is needed. `step`: no more of these are started; undefined: nothing is. */
  object({ kind: v.literal('halted'), why: text, step: maybe(step) }),
  object({ kind: v.literal('paused'), step: maybe(step) }),
  /** A person lets a run go on that was paused or has halted, or one step of it. */
  object({ kind: v.literal('resumed'), step: maybe(step) }),
  object({ kind: v.literal('aborted') }),
  /** A person's word on a packet that waits or has failed: once more, with what they say, or without it. */
  object({ kind: v.literal('answered'), packet: text, answer: v.picklist(['again', 'drop']), text: maybe(text) }),
  /** Nothing is left to be done, or can be. */
  object({ kind: v.literal('over'), outcome: v.picklist(['merged', 'stuck', 'aborted']) }),
]);

/** What happens in a run. The log of these is the run: all else is worked out from them. */
export type RunEvent = Read<typeof runEvent>;

export type StartedEvent = Extract<RunEvent, { readonly kind: 'started' }>;
export type PlannedEvent = Extract<RunEvent, { readonly kind: 'planned' }>;

/** A line of the log; without `event` where that is of a kind that only a newer version knows. */
export const runLine = object({
  number: count,
  /** Milliseconds since 1970. */
  at: finite,
  /** The hash of the line before; empty for the first. */
  previous: text,
  hash: text,
  event: maybe(runEvent),
});

/** An event as the log has it. */
export interface RunRecord {
  readonly number: number;
  readonly at: number;
  readonly event: RunEvent;
}
