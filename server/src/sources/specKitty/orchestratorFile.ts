import * as v from 'valibot';
import { count, fields, object, read } from '../../base/schema.js';

/** Where spec-kitty-orchestrator has its settings, in the main checkout: its code reads the first, its manual names the second. */
export const orchestratorFiles = ['.kittify/orchestrator.toml', '.kittify/orchestrator.yaml'] as const;

/** What such a file says of a run; undefined: nothing. */
export interface OrchestratorSettings {
  readonly parallel?: number | undefined;
  /** Ids of agents, in the order they are tried. */
  readonly build?: readonly string[] | undefined;
  readonly review?: readonly string[] | undefined;
  readonly retries?: number | undefined;
  readonly timeMs?: number | undefined;
}

const agentNames = v.optional(v.array(v.string()));

const orchestratorFile = v.pipe(
  fields,
  object({
    max_concurrent_wps: v.optional(count),
    agents: v.optional(
      object({
        implementation: agentNames,
        review: agentNames,
        max_retries: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
        timeout_seconds: v.optional(count),
        single_agent_mode: v.optional(v.boolean()),
      }),
    ),
  }),
);

/** Ours, by what Spec Kitty calls them; the others have the same name. */
const ourNames: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'claude'],
  ['kilocode', 'kilo'],
  ['augment', 'auggie'],
]);

/** @param value of the file, parsed. @returns undefined if it is no such file. */
export function readOrchestratorFile(value: unknown): OrchestratorSettings | undefined {
  const file = read(orchestratorFile, value ?? {});
  if (!file) return undefined;
  const { implementation, review, max_retries, timeout_seconds, single_agent_mode = false } = file.agents ?? {};
  const ours = (names: readonly string[] | undefined): readonly string[] | undefined =>
    names?.map((name) => ourNames.get(name) ?? name);
  return {
    parallel: file.max_concurrent_wps,
    build: ours(implementation),
    review: ours(single_agent_mode ? implementation : review),
    retries: max_retries,
    timeMs: timeout_seconds === undefined ? undefined : timeout_seconds * 1000,
  };
}
