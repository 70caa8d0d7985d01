import * as v from 'valibot';
import { UsageError } from '../../base/usageError.js';
import { finite, listOf, maybe, object, type Read, read, recordOf } from '../../base/schema.js';
import { planTask } from '../../runs/planTask.js';
import { reactions } from '../../runs/pullRequest.js';
import type { RunState } from '../../runs/runState.js';

const text = v.string();
const roleTerms = object({
  /** By id, in the order they are tried; none: as the settings say. */
  agents: listOf(text),
  model: maybe(text),
});

const runTerms = object({
  build: roleTerms,
  review: roleTerms,
  /** How often an agent is started in one step at most. */
  rounds: finite,
  timeMs: maybe(finite),
  silenceMs: maybe(finite),
  profile: maybe(text),
  trustCommands: v.boolean(),
  /** Where workers on other machines do the work; undefined: this one does. The queue’s address is part of nothing that is written. */
  queue: v.optional(
    object({
      /** The remote that carries the work, by name. */
      remote: text,
      labels: listOf(text),
      /** The names of variables that a worker has to have. */
      environment: listOf(text),
      leaseSeconds: finite,
    }),
  ),
  /** A mission of a Spec Kitty host, whose work packages are the packets; undefined: they are items. */
  source: maybe(object({ mission: text, host: maybe(listOf(text)), version: text })),
  /** Where packets are merged by pull requests. */
  pulls: v.optional(
    object({
      remote: text,
      autoMerge: v.boolean(),
      reactions,
      /** The branch that the one pull request of the run goes to, whose target is a branch of its own; undefined: each item has one. */
      into: maybe(text),
    }),
  ),
  /** What is to be done in each packet of a plan file, by id; undefined: they are items. */
  plan: v.optional(recordOf(planTask)),
});

/** What the steps of a run are carried out with. It is part of the plan, so it need not be repeated to resume a run. */
export type RunTerms = Read<typeof runTerms>;

/** @throws UsageError if a plan has none: it was written by another version. */
export function termsOfRun({ plan }: Pick<RunState, 'plan'>): RunTerms {
  const terms = read(runTerms, plan.terms);
  if (!terms) throw new UsageError('this run was planned by another version: start a new one');
  return terms;
}
