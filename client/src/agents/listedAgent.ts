import * as v from 'valibot';
import { listOf, readJson, textOrNothing } from '../editor/schemas.js';

/** What `pactwright agent list --format json` says of an agent. */
export interface ListedAgent {
  readonly id: string;
  readonly name: string;
  readonly installPage: string;
  /** Undefined if it is not installed, and `reason` says why. */
  readonly version: string | undefined;
  readonly reason: string;
  /** Models that it always knows, beside which it takes others; undefined: it takes none. */
  readonly models: readonly string[] | undefined;
}

const agentSchema = v.pipe(
  v.object({
    id: v.string(),
    name: textOrNothing,
    installPage: textOrNothing,
    found: v.fallback(v.boolean(), false),
    version: textOrNothing,
    reason: textOrNothing,
    models: v.fallback(v.optional(listOf(v.string())), undefined),
  }),
  v.transform(({ found, ...agent }): ListedAgent => ({
    ...agent,
    name: agent.name || agent.id,
    models: agent.models,
    version: found ? agent.version : undefined,
  })),
);
const listSchema = v.object({
  agents: listOf(agentSchema),
  phases: v.fallback(v.record(v.string(), v.array(v.string())), {}),
  roles: v.fallback(listOf(v.object({ name: v.string(), title: v.string() })), []),
});

/** All agents, those that settings name, by phase, and the roles of the project. */
export type AgentList = v.InferOutput<typeof listSchema>;

/** @returns undefined for what is no such list. */
export function readAgentList(text: string): AgentList | undefined {
  return readJson(listSchema, text);
}
