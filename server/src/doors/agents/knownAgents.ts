import os from 'node:os';
import path from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { readCustomAgents } from '../../agents/customAgent.js';
import { allAgents } from '../../agents/registry.js';
import { blockingFileSystem as files } from '../../host/fileSystem.js';
import { configFolder } from '../../workspace/userFolders.js';
import { readTextFile } from '../cli/readTextFile.js';
import type { Io } from '../cli/io.js';

/**
 * All agents there are: the known ones, and those that the person has set up, in `agents.json` of their own configuration folder and in
 * the editor's settings, which hands them over as `PACTWRIGHT_AGENTS`. Nothing of a repository has a say in it.
 *
 * @param warn told what is wrong with the person's own, as a sentence without full stop; the others count.
 * @throws UsageError where that file is there and cannot be read.
 */
export async function knownAgents(
  { env }: Pick<Io, 'env'>,
  warn: (message: string) => void,
): Promise<readonly Agent[]> {
  const file = path.join(configFolder({ env, platform: process.platform, home: os.homedir() }), 'agents.json');
  const sources = [
    { name: file, text: await readTextFile(file, files) },
    { name: 'pactwright.agents.custom', text: env['PACTWRIGHT_AGENTS'] },
  ];
  const custom: Agent[] = [];
  for (const { name, text } of sources)
    for (const read of readCustomAgents(parse(text, name, warn)))
      if ('problem' in read) warn(`${name}: ${read.problem}`);
      else if (!custom.some(({ id }) => id === read.agent.id)) custom.push(read.agent);
  return [...allAgents, ...custom];
}

function parse(text: string | undefined, name: string, warn: (message: string) => void): unknown {
  if (text === undefined || text.trim() === '') return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    warn(`${name} is no JSON: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
