import { defineQuery } from './query.js';

/** Who calls a function, and what it calls. */
export const callers = defineQuery({
  name: 'query',
  summary: 'Shows who calls a function or method, what it calls, or the chain of calls that leads to it',
  details:
    'One function a line, with its file and line. `(by name)`: a call that was found by its name alone. A name is that of a function, with or without its class (`Cart.total`), or a file.',
  example: { callers: 'Cart.total' },
  fields: {
    callers: { type: 'text', description: 'the function whose direct callers are shown' },
    callees: { type: 'text', description: 'the function whose direct calls are shown' },
    chain: { type: 'text', description: 'the function to which all chains of calls are shown' },
    down: { type: 'flag', description: 'with `chain`: what it calls, directly or not, instead of what calls it' },
  },
  toolset: 'code',
  examples: [
    ['query --callers Cart.total', 'who calls a method'],
    ['query --chain Cart.total --down', 'what it calls, directly or not'],
  ],
  readOnly: true,
  ask: async (scene, input) => (await import('./graphAnswers.js')).callersAnswer(scene, input),
});
