import { defineDocumentKind } from '../defineDocumentKind.js';
import { parseYaml, yamlParts } from '../yaml/yamlKind.js';

/** Where PactKit looks for its configuration; the first that exists counts (formats reference, A8). */
export const pactkitConfigPaths: readonly string[] = [
  '.opencode/pactkit.yaml',
  '.codex/pactkit.yaml',
  '.github/pactkit.yaml',
  '.claude/pactkit.yaml',
];

export const pactkitConfig = defineDocumentKind({
  name: 'pactkitConfig',
  place: { type: 'fixed', paths: pactkitConfigPaths },
  syntax: 'yaml',
  foreign: true,
  parse: ({ text }) => parseYaml(text, '1.1'),
  subject: ({ path }) => path,
  parts: ({ model }) => yamlParts(model),
});
