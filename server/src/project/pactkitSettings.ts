import path from 'node:path';
import { pactkitConfigPaths } from '../documents/pactkitConfig/kind.js';
import { parseYaml } from '../documents/yaml/yamlKind.js';
import type { YamlNode } from '../documents/yaml/yamlTree.js';
import type { Machine } from '../workspace/machine.js';
import { textOf } from '../workspace/textOf.js';

/** What `pactkit.yaml` says. */
export interface PactkitSettings extends SettingsPart {
  /** Relative to the root; undefined if there is none. */
  readonly path: string | undefined;
}

/** The keys of a map. */
interface SettingsPart {
  /** The value of a key, as `check.observe.enabled`; undefined if it is not set, or no single value. */
  readonly valueOf: (key: string) => string | number | boolean | undefined;
  /** The texts of a list; none if it is not set. */
  readonly textsOf: (key: string) => readonly string[];
  /** The maps of a list; none if it is not set. */
  readonly mapsOf: (key: string) => readonly SettingsPart[];
}

const maxBytes = 256 * 1024;

/** Reads the copy of `pactkit.yaml` that counts. */
export async function readPactkitSettings({ files }: Pick<Machine, 'files'>, root: string): Promise<PactkitSettings> {
  const within = (await files.realPath(root)) ?? root;
  for (const file of pactkitConfigPaths) {
    const text = textOf(await files.read(path.join(root, file), { within, maxBytes }));
    if (text === undefined) continue;
    const top = (await parseYaml(text, '1.1')).model.root;
    return { path: file, ...partOf(top) };
  }
  return { path: undefined, ...partOf(undefined) };
}

function partOf(top: YamlNode | undefined): SettingsPart {
  return {
    valueOf: (key) => scalar(nodeAt(top, key)),
    textsOf: (key) => texts(nodeAt(top, key)),
    mapsOf: (key) => itemsOf(nodeAt(top, key)).flatMap((item) => (item.kind === 'map' ? [partOf(item)] : [])),
  };
}

function nodeAt(top: YamlNode | undefined, key: string): YamlNode | undefined {
  let node = top;
  for (const word of key.split('.'))
    node = node?.kind === 'map' ? node.pairs.find((pair) => pair.key.value === word)?.value : undefined;
  return node;
}

function scalar(node: YamlNode | undefined): string | number | boolean | undefined {
  return node?.kind === 'scalar' ? (node.value ?? undefined) : undefined;
}

function texts(node: YamlNode | undefined): readonly string[] {
  return itemsOf(node).flatMap((item) =>
    item.kind === 'scalar' && typeof item.value === 'string' ? [item.value] : [],
  );
}

function itemsOf(node: YamlNode | undefined): readonly YamlNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}
