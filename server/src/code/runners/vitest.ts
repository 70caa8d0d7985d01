import { chunked } from './chunks.js';
import { readJestReport } from './jestReport.js';
import type { Runner } from './runner.js';
import { joinNames, patternOf } from './testName.js';

/** Vitest 1.4 or newer: https://vitest.dev/guide/cli. */
export const vitest: Runner = {
  name: 'vitest',
  languages: ['typescript'],
  nameOf: ({ path }) => joinNames(path, ' '),
  commands: (tests, { root, folder, scratch, shuffled = false }) =>
    chunked(tests, vitest.nameOf).map((some, index) => {
      const report = `${scratch}-${index}.json`;
      return {
        tests: some,
        folder,
        program: { kind: 'package', name: 'vitest', bin: 'vitest' },
        args: [
          'run',
          // A relative one would be looked for in every path.
          ...new Set(some.map(({ file }) => `${root}/${file.path}`)),
          '--testNamePattern',
          `^(?:${some.map((test) => patternOf(vitest.nameOf(test))).join('|')})$`,
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${report}`,
          '--includeTaskLocation',
          // The threshold of a whole run means nothing for some of its tests.
          '--coverage.enabled=false',
          ...(shuffled ? ['--sequence.shuffle', '--sequence.seed=7'] : []),
        ],
        report: { kind: 'file', path: report },
      };
    }),
  read: readJestReport,
};
