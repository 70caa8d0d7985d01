import { defineQuery } from './query.js';

/** What CI says. */
export const ci = defineQuery({
  name: 'ci',
  summary: 'Shows what CI says about the commit that was last pushed',
  details:
    'Each check of the commit that the remote branch is at, on GitHub or GitLab, as `gh` or `glab` reports it; commits that are not pushed yet are counted. It does not wait: ask again while a check is running.',
  example: {},
  fields: {
    branch: { type: 'text', positional: true, description: 'the branch (default: the current one)' },
  },
  toolset: 'delivery',
  examples: [
    ['ci', 'the checks of the current branch'],
    ['ci main', 'those of another one'],
  ],
  bad: 'a check failed',
  readOnly: true,
  ask: async (scene, input) => (await import('./ciAnswer.js')).ciAnswer(scene, input),
});
