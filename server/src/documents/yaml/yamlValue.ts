import type { YamlNode } from './yamlTree.js';

/** The value of a key, of equal keys the last; undefined if the node is no map, or has no such key. */
export function yamlValue(node: YamlNode | undefined, key: string): YamlNode | undefined {
  return node?.kind === 'map' ? node.pairs.findLast((pair) => pair.key.value === key)?.value : undefined;
}

/** The texts of a map by key. */
export function yamlTexts(node: YamlNode | undefined): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  if (node?.kind === 'map')
    for (const { key, value } of node.pairs)
      if (value.kind === 'scalar' && typeof value.value === 'string') texts.set(key.value, value.value);
  return texts;
}
