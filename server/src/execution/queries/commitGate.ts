import { baseField } from './codeFields.js';
import { defineQuery } from './query.js';

/** Whether a change may be committed, by the tests that it can break. */
export const commitGate = defineQuery({
  name: 'commit-gate',
  summary: 'Runs the tests that what is not committed can break, and says whether it may be committed',
  details:
    'Follows `regression`: no tests for documents, those that reach the change by imports, or all. On the branch that work is merged into all tests run. Skipped tests are listed, as a test that is skipped proves nothing. Where no test can be run the answer is unknown, not red. `gate commit ID` looks at one item and at more than tests.',
  example: { base: 'main' },
  fields: { base: baseField },
  toolset: 'code',
  examples: [['commit-gate', 'may this be committed?']],
  bad: 'a test fails',
  readOnly: false,
  ask: async (scene, input) => (await import('./commitGateAnswer.js')).commitGateAnswer(scene, input),
});
