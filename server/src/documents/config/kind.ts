import { defineDocumentKind } from '../defineDocumentKind.js';
import { parseYaml, yamlParts } from '../yaml/yamlKind.js';

/** Where a project's own configuration is. */
export const configurationPath = '.pactwright/config.yaml';

export const config = defineDocumentKind({
  name: 'config',
  place: { type: 'fixed', paths: [configurationPath] },
  syntax: 'yaml',
  parse: ({ text }) => parseYaml(text, '1.2'),
  parts: ({ model }) => yamlParts(model),
});
