import { defineQuery } from './query.js';

/** The calls of one flow. */
export const callTrace = defineQuery({
  name: 'call-trace',
  summary: 'Draws the calls that one function leads to as a sequence diagram',
  details:
    'As Mermaid, in the order of the source code: which branch is taken is not known. A dotted arrow is a call that was found by its name alone. A function that was shown before is not followed again.',
  example: { entry: 'checkout', depth: 3 },
  fields: {
    entry: { type: 'text', required: true, positional: true, description: 'the function or method it begins with' },
    depth: { type: 'integer', description: 'how many calls deep (default: 5)' },
  },
  toolset: 'code',
  examples: [
    ['call-trace checkout', 'what happens when a function is called'],
    ['call-trace Cart.total --depth 2', 'the same, two calls deep'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./graphAnswers.js')).callTraceAnswer(scene, input),
});
