import { defineQuery } from './query.js';

/** Which phase a wish begins with. */
export const route = defineQuery({
  name: 'route',
  summary: 'Suggests the phase that a wish should begin with: design, clarify, hotfix or plan, and why',
  details:
    'A product is designed first. A wish that leaves numbers, boundaries or users open is clarified. A repair in one file that it names is a hotfix. All else is planned. It reads words and file names, and asks no model.',
  example: { wish: 'Carts must survive a restart' },
  fields: {
    wish: { type: 'text', required: true, positional: true, description: 'what is wanted, in a sentence or more' },
  },
  toolset: 'code',
  examples: [['route "Fix the rounding in src/cart.ts"', 'a repair in one file']],
  readOnly: true,
  ask: async (scene, input) => (await import('./routeAnswer.js')).routeAnswer(scene, input),
});
