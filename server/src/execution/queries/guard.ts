import { defineQuery } from './query.js';

/** Whether work can begin. */
export const guard = defineQuery({
  name: 'guard',
  summary: 'Checks whether a project is set up: configuration, board, specs and, with PactKit, graphs',
  details: 'For the first step of a playbook: each part that is missing is named with the command that makes it.',
  example: {},
  fields: {},
  toolset: 'code',
  examples: [['guard', 'can work begin here?']],
  bad: 'something is missing',
  readOnly: true,
  ask: async (scene) => (await import('./guardAnswer.js')).guardAnswer(scene),
});
