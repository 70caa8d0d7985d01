import path from 'node:path';
import { pactkitConfigPaths } from '../documents/pactkitConfig/kind.js';
import { parseYaml } from '../documents/yaml/yamlKind.js';
import type { YamlNode } from '../documents/yaml/yamlTree.js';
import type { Machine } from '../workspace/machine.js';
import { textOf } from '../workspace/textOf.js';

/** What `pactkit.yaml` says. */
export interface PactkitSettings {
  /** Relative to the root; undefined if there is none. */
  readonly path: string | undefined;
  /** The value of a key, as `check.observe.enabled`; undefined if it is not set, or no single value. */
  readonly valueOf: (key: string) => string | number | boolean | undefined;
}

const maxBytes = 256 * 1024;

/** Reads the copy of `pactkit.yaml` that counts. */
export async function readPactkitSettings({ files }: Pick<Machine, 'files'>, root: string): Promise<PactkitSettings> {
  const within = (await files.realPath(root)) ?? root;
  for (const file of pactkitConfigPaths) {
    const text = textOf(await files.read(path.join(root, file), { within, maxBytes }));
    if (text === undefined) continue;
    const top = (await parseYaml(text, '1.1')).model.root;
    return { path: file, valueOf: (key) => valueAt(top, key.split('.')) };
  }
  return { path: undefined, valueOf: () => undefined };
}

function valueAt(node: YamlNode | undefined, [key, ...rest]: readonly string[]): string | number | boolean | undefined {
  if (key === undefined) return node?.kind === 'scalar' ? (node.value ?? undefined) : undefined;
  if (node?.kind !== 'map') return undefined;
  return valueAt(node.pairs.find((pair) => pair.key.value === key)?.value, rest);
}
