import { defineQuery } from './query.js';

/** What builds and tests left behind. Asked by the operation `clean`. */
export const leftovers = defineQuery({
  name: 'leftovers',
  summary: 'Lists caches and build products that git does not track',
  details: 'Links are not followed.',
  example: { stack: 'node' },
  fields: {
    stack: {
      type: 'text',
      description: 'only what this stack leaves',
      values: ['python', 'node', 'go', 'java', 'rust'],
    },
  },
  toolset: 'code',
  readOnly: true,
  ask: async (scene, input) => (await import('./leftoversAnswer.js')).leftoversAnswer(scene, input),
});
