import { fieldsOf } from '../base/json.js';
import { namesIn } from '../base/namesIn.js';
import { nearestName } from '../base/nearestName.js';

/** The models that a person has chosen: by an agent's id, or by `<id>/<phase>` and `<id>/<role>` for what it does there. */
export type ChosenModels = ReadonlyMap<string, string>;

/** The agents that a person has chosen, in the order they are tried: by phase or role, or `default`. */
export type ChosenAgents = ReadonlyMap<string, readonly string[]>;

/** What was read, with problems as sentences without full stop; what else is said counts. */
export interface Chosen<T> {
  readonly chosen: ReadonlyMap<string, T>;
  readonly problems: readonly string[];
}

/**
 * Reads the person's choice of models: `{ "claude": "opus", "claude/check": "haiku" }`.
 *
 * @param value as it was read from JSON or YAML.
 * @param names of phases and roles.
 */
export function readChosenModels(value: unknown, names: readonly string[]): Chosen<string> {
  return readFields(value, 'models must be one line per agent, not a list: `claude: opus`', (key, model) => {
    const place = key.split('/')[1];
    if (place !== undefined && !names.includes(place)) return { problem: unknownPlace(key, place, names) };
    if (typeof model !== 'string') return { problem: `"${key}": the model name must be a string` };
    return model.trim() === '' ? undefined : { value: model.trim() };
  });
}

/** Reads the person's choice of agents: `{ "check": "codex, claude", "default": "claude" }`. @see readChosenModels */
export function readChosenAgents(value: unknown, names: readonly string[]): Chosen<readonly string[]> {
  return readFields(value, 'agents must be one line per phase or role, not a list: `check: codex`', (key, agents) => {
    if (key !== 'default' && !names.includes(key)) return { problem: unknownPlace(key, key, [...names, 'default']) };
    if (typeof agents !== 'string') return { problem: `"${key}": the agents must be a string` };
    const ids = namesIn(agents);
    return ids.length === 0 ? undefined : { value: ids };
  });
}

function readFields<T>(
  value: unknown,
  noFields: string,
  readOne: (key: string, value: unknown) => { readonly value: T } | { readonly problem: string } | undefined,
): Chosen<T> {
  const chosen = new Map<string, T>();
  if (value === undefined || value === null) return { chosen, problems: [] };
  const fields = fieldsOf(value);
  if (!fields) return { chosen, problems: [noFields] };
  const problems: string[] = [];
  for (const [key, said] of Object.entries(fields)) {
    const read = readOne(key, said);
    if (read && 'problem' in read) problems.push(read.problem);
    else if (read) chosen.set(key, read.value);
  }
  return { chosen, problems };
}

function unknownPlace(key: string, place: string, names: readonly string[]): string {
  const nearest = nearestName(place, names);
  const wayOut = nearest === undefined ? `known: ${names.join(', ')}` : `did you mean ${nearest}?`;
  return `"${key}": there is no phase or role "${place}" (${wayOut})`;
}
