import { baseField, filesField } from './codeFields.js';
import { defineQuery } from './query.js';

/** What a change makes it necessary to test. */
export const regression = defineQuery({
  name: 'regression',
  summary: 'Shows which tests a change can break: none, those that reach it by imports, or all',
  details:
    'Follows imports of TypeScript, JavaScript, Python, Go and Rust. What builds or tests the project, what it depends on, and files of which nothing says who reads them stand for all tests. Files that git does not track count as changed.',
  example: { base: 'main' },
  fields: { files: filesField, base: baseField },
  toolset: 'code',
  examples: [
    ['regression', 'what to test for what is not committed yet'],
    ['regression --base main', 'what to test for the whole branch'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./codeAnswers.js')).regressionAnswer(scene, input),
});
