import path from 'node:path';
import { phaseNames } from '../../agents/phase.js';
import type { PactkitModels, PhaseSettings } from '../../agents/phaseChoice.js';
import type { KnownRoles } from '../../agents/roles.js';
import { pactkitConfigPaths } from '../../documents/pactkitConfig/kind.js';
import { parseDocument } from '../../documents/parseDocument.js';
import { yamlTexts, yamlValue } from '../../documents/yaml/yamlValue.js';
import { UsageError } from '../../base/usageError.js';
import { findOneProject } from '../../project/lintTargets.js';
import { readTextFile } from '../../project/readTextFile.js';
import type { FileSystem } from '../../workspace/ports.js';
import type { Machine } from '../../workspace/machine.js';
import { configurationOf } from '../mergeDriver/projects.js';
import { ownChoices } from './knownAgents.js';
import { readRoles } from './knownRoles.js';

/**
 * What a person and a project say of who works in phases.
 *
 * @param folder in the project: absolute.
 * @param warn called with what is wrong with it, as a sentence without full stop; the rest applies.
 * @throws UsageError if one of their files cannot be read.
 */
export async function readPhaseSettings(
  machine: Machine,
  folder: string,
  warn: (message: string) => void,
): Promise<{ readonly settings: PhaseSettings; readonly roles: KnownRoles }> {
  const root = await rootOf(folder, machine.files);
  const roles = await readRoles(machine.files, root);
  const own = await ownChoices(machine, [...phaseNames, ...roles.roles.keys()], warn);
  const pactkit = await readPactkitModels(machine.files, root);
  return { settings: { ...own, configuration: await configurationOf(machine, root), pactkit }, roles };
}

/** The project that is meant by a folder; the folder itself if there is none, or several. */
async function rootOf(folder: string, files: FileSystem): Promise<string> {
  try {
    return (await findOneProject(folder, files))?.root ?? folder;
  } catch (error) {
    if (error instanceof UsageError) return folder;
    throw error;
  }
}

/** What the `pactkit.yaml` says that PactKit would read. */
async function readPactkitModels(files: FileSystem, root: string): Promise<PactkitModels | undefined> {
  for (const file of pactkitConfigPaths) {
    const text = await readTextFile(path.join(root, ...file.split('/')), files);
    if (text === undefined) continue;
    const { model } = await parseDocument('pactkitConfig', file, text);
    const commands = Array.from(
      yamlTexts(yamlValue(model.root, 'command_models')),
      ([name, said]) => [name.replace(/^project-/u, ''), said] as const,
    );
    return { file, commands: new Map(commands), agents: yamlTexts(yamlValue(model.root, 'agent_models')) };
  }
  return undefined;
}
