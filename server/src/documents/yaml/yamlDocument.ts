import type { YamlNode } from './yamlTree.js';

/** `pactkit.yaml` or `.pactwright/config.yaml` as a tree; `root` is undefined if the file is empty or does not parse. */
export interface YamlDocument {
  readonly root?: YamlNode;
}
