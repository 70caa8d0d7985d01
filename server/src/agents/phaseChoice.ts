import { namesIn } from '../base/namesIn.js';
import type { Role } from '../documents/role/role.js';
import type { Configuration, WorkerConfiguration } from '../workspace/configuration.js';
import type { Agent } from './agent.js';
import type { ChosenAgents, ChosenModels } from './chosenModels.js';
import type { Phase } from './phase.js';

/** The models that `pactkit.yaml` names. */
export interface PactkitModels {
  /** Relative to the project root, with `/`. */
  readonly file: string;
  /** By phase. */
  readonly commands: ReadonlyMap<string, string>;
  /** By PactKit's agent. */
  readonly agents: ReadonlyMap<string, string>;
}

/** All settings that decide who works in a phase; options of this one call come before them. */
export interface PhaseSettings {
  readonly agents: ChosenAgents;
  readonly models: ChosenModels;
  readonly configuration: Pick<Configuration, 'agents' | 'review'>;
  readonly pactkit: PactkitModels | undefined;
}

/** A value and where it comes from: `agents.phases.check in .pactwright/config.yaml`. */
export interface Said<T> {
  readonly value: T;
  readonly by: string;
}

/** A phase, and the role that leads it. */
export interface Part {
  readonly phase: Phase;
  readonly role: Role;
}

const inConfiguration = (key: string): string => `\`agents.${key}\` in .pactwright/config.yaml`;

/** Who works, highest precedence first: your own choice for the phase and the role, the project's, the role's own, your default. */
export function saidAgents({ phase, role }: Part, settings: PhaseSettings): readonly Said<readonly string[]>[] {
  const { agents, configuration } = settings;
  const own = (key: string): Said<readonly string[]> => ({
    value: agents.get(key) ?? [],
    by: `your setting agents.choices (${key})`,
  });
  const said: readonly Said<readonly string[]>[] = [
    own(phase),
    own(role.name),
    { value: configuration.agents.phases.get(phase)?.agents ?? [], by: inConfiguration(`phases.${phase}.agent`) },
    { value: configuration.agents.roles.get(role.name)?.agents ?? [], by: inConfiguration(`roles.${role.name}.agent`) },
    { value: role.agents, by: `the role ${role.name}` },
    own('default'),
  ];
  return said.filter(({ value }) => value.length > 0);
}

/**
 * The models of an agent; the next is used if the one before is out of quota. Highest precedence first: your own choice for the phase
 * and the role, the project's, the role's own, `pactkit.yaml`, your own choice for the agent. Undefined: the agent chooses.
 */
export function saidModels(
  { phase, role }: Part,
  agent: Pick<Agent, 'id' | 'models'>,
  { models, configuration, pactkit }: PhaseSettings,
): Said<readonly string[]> | undefined {
  if (!agent.models) return undefined;
  const own = (key: string): Said<readonly string[]> => ({
    value: namesIn(models.get(key) ?? ''),
    by: `your setting agents.models (${key})`,
  });
  const known = (model: string | undefined): readonly string[] =>
    model !== undefined && agent.models?.includes(model) === true ? [model] : [];
  const said: readonly Said<readonly string[]>[] = [
    own(`${agent.id}/${phase}`),
    own(`${agent.id}/${role.name}`),
    { value: modelsOf(configuration.agents.phases.get(phase), agent), by: inConfiguration(`phases.${phase}.model`) },
    {
      value: modelsOf(configuration.agents.roles.get(role.name), agent),
      by: inConfiguration(`roles.${role.name}.model`),
    },
    { value: modelsOf(role, agent), by: `the role ${role.name}` },
    { value: known(pactkit?.commands.get(phase)), by: `\`command_models\` in ${pactkit?.file ?? ''}` },
    { value: known(pactkit?.agents.get(role.pactkit ?? '')), by: `\`agent_models\` in ${pactkit?.file ?? ''}` },
    own(agent.id),
  ];
  return said.find(({ value }) => value.length > 0);
}

/** A model is for the agent named with it; without an agent, for every agent that has a model of that name. */
function modelsOf(
  said: WorkerConfiguration | undefined,
  { id, models = [] }: Pick<Agent, 'id' | 'models'>,
): readonly string[] {
  if (!said) return [];
  const [first] = said.agents;
  return first === undefined ? said.models.filter((model) => models.includes(model)) : first === id ? said.models : [];
}

/** An agent and its model. */
export interface Worker {
  /** Its id. */
  readonly agent: string;
  readonly model?: string | undefined;
}

/** Whether this is one of those who built an item: the same agent, and no model that is known to differ. */
export function isBuilder({ agent, model }: Worker, builders: readonly Worker[]): boolean {
  return builders.some(
    (one) => one.agent === agent && (one.model === undefined || model === undefined || one.model === model),
  );
}
