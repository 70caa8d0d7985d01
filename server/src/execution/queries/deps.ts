import { defineQuery } from './query.js';

/** Which programs are there. */
export const deps = defineQuery({
  name: 'deps',
  summary: 'Shows which programs that Pactwright works with are installed, and how to install the others',
  details:
    'git is needed; gh and glab are for pull requests and issues, Node.js for hooks that are committed. Pactwright installs none of them: it prints the command. With `enterprise.no_external` in pactkit.yaml it prints none.',
  example: {},
  fields: {},
  toolset: 'code',
  examples: [['deps', 'what is installed, and what is not']],
  bad: 'a program that is needed is missing',
  readOnly: true,
  ask: async (scene) => (await import('./depsAnswer.js')).depsAnswer(scene),
});
