import type { Machine } from '../../workspace/machine.js';
import type { Agent } from '../../agents/agent.js';
import { type ChosenModels, readChosenModels } from '../../agents/chosenModels.js';
import { readCustomAgents } from '../../agents/customAgent.js';
import { allAgents } from '../../agents/registry.js';
import { readOwnSettings } from './ownSettings.js';

/**
 * All agents there are: the known ones, and those that the person has set up, in `agents.yaml` or in the editor's settings.
 *
 * @param warn told what is wrong with the person's own, as a sentence without full stop; the others count.
 * @throws UsageError where that file is there and cannot be read.
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

/**
 * The models a person has chosen, in `models.yaml` or in the editor's settings, which come first.
 *
 * @param warn as above.
 * @throws UsageError where that file is there and cannot be read.
 */
export async function chosenModels(machine: Machine, warn: (message: string) => void): Promise<ChosenModels> {
  const places = { file: 'models.yaml', variable: 'PACTWRIGHT_MODELS', setting: 'pactwright.agents.models' };
  const chosen: (readonly [string, string])[] = [];
  for (const { name, value } of await readOwnSettings(machine, places, warn)) {
    const { models, problems } = readChosenModels(value);
    for (const problem of problems) warn(`${name}: ${problem}`);
    chosen.push(...models);
  }
  return new Map(chosen);
}
