import { apart, comments, indented, type NewTestFile, notWritten, quoted } from './newTests.js';

/** How a test file gets at `it`: Vitest and Node.js by an import, the others have it in every file. */
export type NodeTestSource = 'vitest' | 'node' | 'node-required' | 'global';

const beginnings: Readonly<Record<NodeTestSource, readonly string[]>> = {
  vitest: ["import { describe, it } from 'vitest';", ''],
  node: ["import { describe, it } from 'node:test';", ''],
  'node-required': ["const { describe, it } = require('node:test');", ''],
  global: [],
};

/** The lines of a file for Vitest, Jest, Mocha or Node.js's own runner. */
export function nodeTests({ item, tests }: NewTestFile, source: NodeTestSource): readonly string[] {
  const written = tests.map((test) => [
    `it.skip(${quoted(test.title, "'")}, () => {`,
    ...indented([...comments(test, '//'), `throw new Error('${notWritten}');`], '  '),
    '});',
  ]);
  return [...beginnings[source], `describe(${quoted(item, "'")}, () => {`, ...indented(apart(written), '  '), '});'];
}
