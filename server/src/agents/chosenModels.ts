import { fieldsOf } from '../base/json.js';
import { namesIn } from '../base/namesIn.js';
import type { Agent } from './agent.js';
import { type RoleName, roles } from './roles.js';

/** The models that a person has chosen: by an agent's id, or by `<id>/<role>` for what it does in that role. */
export type ChosenModels = ReadonlyMap<string, string>;

/**
 * Reads the person's choice: `{ "claude": "opus", "claude/tester": "haiku" }`.
 *
 * @param value as it was read from JSON or YAML.
 * @returns problems as sentences without full stop; what else is said counts.
 */
export function readChosenModels(value: unknown): {
  readonly models: ChosenModels;
  readonly problems: readonly string[];
} {
  const models = new Map<string, string>();
  if (value === undefined || value === null) return { models, problems: [] };
  const fields = fieldsOf(value);
  if (!fields) return { models, problems: ['models must be one line per agent, not a list: `claude: opus`'] };
  const problems: string[] = [];
  for (const [key, model] of Object.entries(fields)) {
    const role = key.split('/')[1];
    if (role !== undefined && !Object.hasOwn(roles, role))
      problems.push(`"${key}": there is no role "${role}" (${Object.keys(roles).join(', ')})`);
    else if (typeof model !== 'string') problems.push(`"${key}": the model name must be a string`);
    else if (model.trim() !== '') models.set(key, model.trim());
  }
  return { models, problems };
}

/** The first model to use; undefined: the agent chooses, or takes no model. */
export function modelFor(
  models: ChosenModels,
  agent: Pick<Agent, 'id' | 'models'>,
  role?: RoleName,
): string | undefined {
  return modelsFor(models, agent, role)[0];
}

/** The models to use, in order: the next one if a model is out of quota. Empty: the agent chooses. */
export function modelsFor(
  models: ChosenModels,
  { id, models: known }: Pick<Agent, 'id' | 'models'>,
  role?: RoleName,
): readonly string[] {
  if (!known) return [];
  return namesIn((role === undefined ? undefined : models.get(`${id}/${role}`)) ?? models.get(id) ?? '');
}
