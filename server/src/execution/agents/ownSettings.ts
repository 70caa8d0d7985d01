import type { Machine } from '../../workspace/machine.js';
import path from 'node:path';
import type { YamlNode } from '../../documents/yaml/yamlTree.js';
import { configFolder } from '../../base/userFolders.js';
import { readTextFile } from '../../project/readTextFile.js';

/** Where a person says something of agents: nothing of a repository has a say in it. */
export interface OwnSettings {
  /** Of a file in their own configuration folder: YAML. */
  readonly file: string;
  /** What the editor hands over its setting as: JSON. */
  readonly variable: string;
  /** That setting's name. */
  readonly setting: string;
}

/** What is there, where something does, and where that is. */
export interface OwnValue {
  readonly name: string;
  readonly value: unknown;
}

/**
 * Reads both places, the file first.
 *
 * @param warn called with what is wrong with a text, as a sentence without full stop.
 * @throws UsageError if the file is there and cannot be read.
 */
export async function readOwnSettings(
  machine: Machine,
  { file, variable, setting }: OwnSettings,
  warn: (message: string) => void,
): Promise<readonly OwnValue[]> {
  const place = path.join(configFolder(machine.places), file);
  const sources = [
    { name: place, text: await readTextFile(place, machine.files) },
    { name: setting, text: machine.places.env[variable] },
  ];
  const values: OwnValue[] = [];
  for (const { name, text } of sources) {
    if (text === undefined) continue;
    // Hardly anyone has said anything.
    const { parseYamlDocument } = await import('../../documents/yaml/parseYamlDocument.js');
    const { document, problems } = parseYamlDocument(text);
    const [problem] = problems;
    if (problem) warn(`${name}: ${problem.message}`);
    values.push({ name, value: document.root && valueOf(document.root) });
  }
  return values;
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
