import { defineQuery } from './query.js';

/** Whether a project and what it needs is in order. */
export const doctor = defineQuery({
  name: 'doctor',
  summary: 'Examines board, specs, configuration, git, hooks, programs, installed files and worktrees',
  details:
    'Each finding says where it is, why it matters and the way out, with the command that puts it right where one is certain. Works in folders without a project, too.',
  example: {},
  fields: {},
  toolset: 'code',
  examples: [
    ['doctor', 'whether the project is in order'],
    ['doctor --format json', 'for a program'],
  ],
  bad: 'something needs attention',
  readOnly: true,
  ask: async (scene) => (await import('./healthAnswers.js')).doctorAnswer(scene),
});
