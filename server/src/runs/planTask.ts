import * as v from 'valibot';
import { listOf, object, type Read } from '../base/schema.js';

const text = v.string();

/** The instructions for the agents of a packet of a plan file, and how its work is checked. */
export const planTask = object({
  prompt: text,
  /** As globs; none: everything. */
  inScope: listOf(text),
  outOfScope: listOf(text),
  /** Run one after the other, each an argument array. */
  checks: listOf(object({ name: text, command: listOf(text) })),
});

export type PlanTask = Read<typeof planTask>;
