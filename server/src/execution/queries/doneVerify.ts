import { requiredItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** Whether an item is as done as it says. */
export const doneVerify = defineQuery({
  name: 'done-verify',
  summary: 'Checks whether an item is as done as its board entry and its spec say: evidence, honesty, wiring, status',
  details:
    'Reads, and runs nothing: `gate done` also runs the tests. Evidence: every MUST has a scenario or a test, and the files that the spec names exist. Honesty: no open box, no TODO or open question in spec and test cases. Wiring: new functions and classes are used somewhere. Status: board, archive and spec agree.',
  example: { item: 'STORY-042' },
  fields: { item: requiredItemField },
  toolset: 'code',
  examples: [['done-verify STORY-042', 'is it as done as it says?']],
  bad: 'a check fails',
  readOnly: true,
  ask: async (scene, input) => (await import('./doneVerifyAnswer.js')).doneVerifyAnswer(scene, input),
});
