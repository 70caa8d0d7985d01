import { requiredItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** What an item changed. */
export const diff = defineQuery({
  name: 'diff',
  summary: 'Shows what changed since the work on an item began, as a patch',
  details:
    'What is not committed and new files are in it, what git ignores is not. It runs no program of the repository.',
  example: { item: 'STORY-042' },
  fields: {
    item: requiredItemField,
    path: { type: 'text', positional: true, description: 'a file or folder: only what changed there' },
  },
  toolset: 'code',
  examples: [
    ['diff STORY-042', 'what the review of the item is about'],
    ['diff STORY-042 src/cart.ts', 'the same, of one file'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./diffAnswer.js')).diffAnswer(scene, input),
});
