import { optionalItemField } from './itemField.js';
import { defineQuery } from './query.js';

/** How the parts of items hang together. */
export const analyze = defineQuery({
  name: 'analyze',
  summary:
    'Shows for each requirement its tasks, criteria, scenarios and tests, and what is missing or belongs to nothing',
  details:
    'As a Markdown table for each item. A task belongs to a requirement that it names, itself or by a criterion, else to those whose words it uses, which is said. `trace` shows the same ways without tasks, row by row.',
  example: { item: 'STORY-042' },
  fields: { item: optionalItemField },
  examples: [
    ['analyze STORY-042', 'one item'],
    ['analyze --format json', 'all items, for a program'],
  ],
  toolset: 'code',
  bad: 'something is missing',
  readOnly: true,
  ask: async (scene, input) => (await import('./analyzeAnswer.js')).analyzeAnswer(scene, input),
});
