import type { Machine } from '../../workspace/machine.js';
import type { Agent } from '../../agents/agent.js';
import {
  type Chosen,
  type ChosenAgents,
  type ChosenModels,
  readChosenAgents,
  readChosenModels,
} from '../../agents/chosenModels.js';
import { readCustomAgents } from '../../agents/customAgent.js';
import { allAgents } from '../../agents/registry.js';
import { type OwnSettings, readOwnSettings } from './ownSettings.js';

/**
 * All agents there are: the known ones, and those that the person has set up, in `agents.yaml` or in the editor's settings.
 *
 * @param warn called with what is wrong with the person's own, as a sentence without full stop; the others apply.
 * @throws UsageError if that file is there and cannot be read.
 */
export async function knownAgents(machine: Machine, warn: (message: string) => void): Promise<readonly Agent[]> {
  const places = { file: 'agents.yaml', variable: 'PACTWRIGHT_AGENTS', setting: 'pactwright.agents.custom' };
  const custom: Agent[] = [];
  for (const { name, value } of await readOwnSettings(machine, places, warn))
    for (const read of readCustomAgents(value))
      if ('problem' in read) warn(`${name}: ${read.problem}`);
      else if (!custom.some(({ id }) => id === read.agent.id)) custom.push(read.agent);
  return [...allAgents, ...custom];
}

/** What a person has said once for all projects of who works. */
export interface OwnChoices {
  readonly agents: ChosenAgents;
  readonly models: ChosenModels;
}

/**
 * The agents and models a person has chosen, in `choices.yaml` and `models.yaml` or in the editor's settings, which come first.
 *
 * @param names of phases and roles.
 * @param warn as above.
 * @throws UsageError if such a file is there and cannot be read.
 */
export async function ownChoices(
  machine: Machine,
  names: readonly string[],
  warn: (message: string) => void,
): Promise<OwnChoices> {
  const readAll = async <T>(
    places: OwnSettings,
    readOne: (value: unknown, names: readonly string[]) => Chosen<T>,
  ): Promise<ReadonlyMap<string, T>> => {
    const all: (readonly [string, T])[] = [];
    for (const { name, value } of await readOwnSettings(machine, places, warn)) {
      const { chosen, problems } = readOne(value, names);
      for (const problem of problems) warn(`${name}: ${problem}`);
      all.push(...chosen);
    }
    return new Map(all);
  };
  return {
    agents: await readAll(
      { file: 'choices.yaml', variable: 'PACTWRIGHT_CHOICES', setting: 'pactwright.agents.choices' },
      readChosenAgents,
    ),
    models: await readAll(
      { file: 'models.yaml', variable: 'PACTWRIGHT_MODELS', setting: 'pactwright.agents.models' },
      readChosenModels,
    ),
  };
}
