import { chunked } from './chunks.js';
import { readJestReport } from './jestReport.js';
import type { Runner } from './runner.js';
import { joinNames, patternOf } from './testName.js';

/** https://jestjs.io/docs/cli */
export const jest: Runner = {
  name: 'jest',
  languages: ['typescript'],
  nameOf: ({ path }) => joinNames(path, ' '),
  commands: (tests, { root, folder, scratch }) =>
    chunked(tests, jest.nameOf).map((some, index) => {
      const report = `${scratch}-${index}.json`;
      return {
        tests: some,
        folder,
        program: { kind: 'package', name: 'jest', bin: 'jest' },
        args: [
          '--json',
          `--outputFile=${report}`,
          '--testLocationInResults',
          '--coverage=false',
          '--watchAll=false',
          `--testNamePattern=^(?:${some.map((test) => patternOf(jest.nameOf(test))).join('|')})$`,
          '--runTestsByPath',
          ...new Set(some.map(({ file }) => `${root}/${file.path}`)),
        ],
        report: { kind: 'file', path: report },
      };
    }),
  read: readJestReport,
};
