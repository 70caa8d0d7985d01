import { defineQuery } from './query.js';

/** What the linters of a project say. */
export const stackLint = defineQuery({
  name: 'stack-lint',
  summary: 'Runs the linter of the project: `gates.commands.lint`, or the usual one of each language',
  details:
    'Without a lint command in the configuration it runs ESLint, Biome or oxlint, Ruff, golangci-lint, Checkstyle or Clippy, each where the project has it or the machine does. A linter that cannot be started is reported as missing, not as errors. With `fix` the linter changes files.',
  example: { advisory: true },
  fields: {
    fix: { type: 'flag', description: 'let the linter fix what it can, first' },
    advisory: { type: 'flag', description: 'nothing it reports is bad: exit code 0' },
  },
  toolset: 'code',
  examples: [
    ['stack-lint', 'what the linter of the project says'],
    ['stack-lint --fix', 'the same, after it has fixed what it can'],
  ],
  bad: 'a linter reports something',
  readOnly: false,
  runs: true,
  ask: async (scene, input) => (await import('./stackLintAnswer.js')).stackLintAnswer(scene, input),
});
