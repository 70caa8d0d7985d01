import * as v from 'valibot';
import { chunked } from './chunks.js';
import { parseJson, present } from '../../base/json.js';
import { finite, read, type Read, some, someOf } from '../../base/schema.js';
import type { ReportedTest, Runner, TestStatus } from './runner.js';
import { joinNames, patternOf } from './testName.js';

/** Mocha 9.2 or newer, whose JSON reporter writes a file: https://mochajs.org/#json. */
export const mocha: Runner = {
  name: 'mocha',
  languages: ['typescript'],
  nameOf: ({ path }) => joinNames(path, ' '),
  commands: (tests, { root, folder, scratch }) =>
    chunked(tests, mocha.nameOf).map((some, index) => {
      const report = `${scratch}-${index}.json`;
      return {
        tests: some,
        folder,
        program: { kind: 'package', name: 'mocha', bin: 'mocha' },
        args: [
          '--reporter=json',
          `--reporter-option=output=${report}`,
          '--grep',
          `^(?:${some.map((test) => patternOf(mocha.nameOf(test))).join('|')})$`,
          ...new Set(some.map(({ file }) => `${root}/${file.path}`)),
        ],
        report: { kind: 'file', path: report },
      };
    }),
  read: ({ files }) =>
    files.flatMap((source) => {
      const { passes = [], failures = [], pending = [] } = read(jsonReport, parseJson(source)) ?? {};
      return [
        ...passes.map((test) => toReported(test, 'passed')),
        ...failures.map((test) => toReported(test, 'failed')),
        ...pending.map((test) => toReported(test, 'skipped')),
      ];
    }),
  // A file that cannot be loaded ends Mocha before anything runs.
  spoilt: ({ files }) => files.length === 0,
};

/** Whatever is among the tests is one. */
const reportedTest = v.fallback(
  some({
    fullTitle: v.string(),
    file: v.string(),
    duration: finite,
    err: some({ stack: v.string(), message: v.string() }),
  }),
  {},
);

const jsonReport = some({
  passes: someOf(reportedTest),
  failures: someOf(reportedTest),
  pending: someOf(reportedTest),
});

function toReported({ fullTitle: name = '', ...test }: Read<typeof reportedTest>, status: TestStatus): ReportedTest {
  // A hook that fails takes all tests along that it was there for: `"before each" hook for "adds"`.
  const hooked = /^([\s\S]*?) ?"(?:before|after) (?:each|all)" hook.*? for "([\s\S]*)"$/u.exec(name);
  return {
    names: hooked ? [`${hooked[1] === '' ? '' : `${hooked[1] ?? ''} `}${hooked[2] ?? ''}`] : [name],
    status,
    ...present({
      file: test.file,
      message: status === 'failed' ? (test.err?.stack ?? test.err?.message) : undefined,
      durationMs: test.duration,
    }),
  };
}
