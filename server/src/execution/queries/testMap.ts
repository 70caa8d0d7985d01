import { filesField } from './codeFields.js';
import { defineQuery } from './query.js';

/** Which tests belong to a file. */
export const testMap = defineQuery({
  name: 'test-map',
  summary: 'Shows the test files of source files: by imports, or else by their names',
  details: 'One test file a line, each once. Nothing is printed for files that no test reaches.',
  example: { files: ['src/cart.ts'] },
  fields: { files: { ...filesField, required: true, description: 'the source files' } },
  toolset: 'code',
  examples: [['test-map src/cart.ts', 'the tests of one file, for a test runner']],
  readOnly: true,
  ask: async (scene, input) => (await import('./codeAnswers.js')).testMapAnswer(scene, input),
});
