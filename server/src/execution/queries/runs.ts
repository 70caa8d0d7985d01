import { defineQuery } from './query.js';

/** How runs are. */
export const runs = defineQuery({
  name: 'runs',
  summary:
    'Shows the runs of the repository, or one of them: what is merged, what is worked on, and what waits for what',
  details:
    'Each packet has its wave, its stage, how often it was sent back, what it cost and, if it waits, for what. Without `run` it shows the newest run and lists the others.',
  example: {},
  fields: {
    run: { type: 'text', description: 'the run, by its id (default: the newest)' },
  },
  toolset: 'delivery',
  readOnly: true,
  ask: async (scene, input) => (await import('./runsAnswer.js')).runsAnswer(scene, input),
});
