import os from 'node:os';
import path from 'node:path';
import type { Agent } from '../../agents/agent.js';
import { readCustomAgents } from '../../agents/customAgent.js';
import { allAgents } from '../../agents/registry.js';
import type { YamlNode } from '../../documents/yamlTree.js';
import { blockingFileSystem as files } from '../../host/fileSystem.js';
import { configFolder } from '../../workspace/userFolders.js';
import type { Io } from '../cli/io.js';
import { readTextFile } from '../cli/readTextFile.js';

/**
 * All agents there are: the known ones, and those that the person has set up, in `agents.yaml` of their own configuration folder and in
 * the editor's settings, which hands them over as `PACTWRIGHT_AGENTS`. Nothing of a repository has a say in it.
 *
 * @param warn told what is wrong with the person's own, as a sentence without full stop; the others count.
 * @throws UsageError where that file is there and cannot be read.
 */
export async function knownAgents(
  { env }: Pick<Io, 'env'>,
  warn: (message: string) => void,
): Promise<readonly Agent[]> {
  const file = path.join(configFolder({ env, platform: process.platform, home: os.homedir() }), 'agents.yaml');
  const sources = [
    { name: file, text: await readTextFile(file, files) },
    { name: 'pactwright.agents.custom', text: env['PACTWRIGHT_AGENTS'] },
  ];
  const custom: Agent[] = [];
  for (const { name, text } of sources) {
    if (text === undefined) continue;
    const { value, problem } = await parse(text);
    if (problem !== undefined) warn(`${name}: ${problem}`);
    for (const read of readCustomAgents(value))
      if ('problem' in read) warn(`${name}: ${read.problem}`);
      else if (!custom.some(({ id }) => id === read.agent.id)) custom.push(read.agent);
  }
  return [...allAgents, ...custom];
}

/** @param text YAML, or JSON, which is some of it. */
async function parse(text: string): Promise<{ readonly value?: unknown; readonly problem?: string }> {
  // Hardly anyone has agents of their own.
  const { parseYamlDocument } = await import('../../documents/parseYamlDocument.js');
  const { document, problems } = parseYamlDocument(text);
  const [problem] = problems;
  return {
    ...(document.root ? { value: valueOf(document.root) } : {}),
    ...(problem ? { problem: problem.message } : {}),
  };
}

function valueOf(node: YamlNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'sequence':
      return node.items.map(valueOf);
    case 'map':
      return Object.fromEntries(node.pairs.map(({ key, value }) => [key.value, valueOf(value)]));
  }
}
