import { defineDocumentKind } from '../defineDocumentKind.js';
import { configurationPath } from '../projectMarks.js';
import { parseYaml, yamlParts } from '../yaml/yamlKind.js';

export const config = defineDocumentKind({
  name: 'config',
  place: { type: 'fixed', paths: [configurationPath] },
  syntax: 'yaml',
  parse: ({ text }) => parseYaml(text, '1.2'),
  parts: ({ model }) => yamlParts(model),
});
