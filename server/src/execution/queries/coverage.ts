import { defineQuery } from './query.js';
import { filesField } from './codeFields.js';

/** How much of the source code tests run. */
export const coverage = defineQuery({
  name: 'coverage',
  summary: 'Shows how much of each file the tests run, or how much of what differs from a commit',
  details:
    'Reads lcov, Cobertura (as coverage.py writes it), Istanbul JSON, JaCoCo and Go cover profiles: those of `gates.coverageReports`, or of the usual places. A report says what was true when it was written: `run` makes it again with `gates.commands.coverage`. With `base`, only lines that differ from that commit count.',
  example: { files: ['src/cart.ts'] },
  fields: {
    files: {
      ...filesField,
      description: 'the files, relative to the current folder (default: all that a report names)',
    },
    base: { type: 'text', description: 'only the lines that differ from this commit' },
    run: { type: 'flag', description: 'run the coverage command of the project first' },
    report: { type: 'texts', description: 'the reports to read, relative to the project', completes: 'path' },
    pass: { type: 'integer', description: 'the share in percent from which a file passes (default: 80)' },
    block: { type: 'integer', description: 'the share in percent below which a file blocks (default: 50)' },
  },
  toolset: 'code',
  examples: [
    ['coverage', 'all files of the reports that are there'],
    ['coverage --base main --run', 'run the tests, and show which lines of the branch they do not run'],
  ],
  bad: 'a file blocks',
  readOnly: false,
  runs: true,
  ask: async (scene, input) => (await import('./coverageAnswer.js')).coverageAnswer(scene, input),
});
