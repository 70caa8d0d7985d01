import { chunked } from './chunks.js';
import { field, list, number, parseJson, present, text } from '../../base/json.js';
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
      const report = parseJson(source);
      const of = (name: string, status: TestStatus): ReportedTest[] =>
        list(field(report, name)).map((test) => toReported(test, status));
      return [...of('passes', 'passed'), ...of('failures', 'failed'), ...of('pending', 'skipped')];
    }),
  // A file that cannot be loaded ends Mocha before anything runs.
  spoilt: ({ files }) => files.length === 0,
};

function toReported(test: unknown, status: TestStatus): ReportedTest {
  const name = text(field(test, 'fullTitle')) ?? '';
  // A hook that fails takes all tests along that it was there for: `"before each" hook for "adds"`.
  const hooked = /^([\s\S]*?) ?"(?:before|after) (?:each|all)" hook.*? for "([\s\S]*)"$/u.exec(name);
  const error = field(test, 'err');
  const stack = text(field(error, 'stack')) ?? text(field(error, 'message'));
  return {
    names: hooked ? [`${hooked[1] === '' ? '' : `${hooked[1] ?? ''} `}${hooked[2] ?? ''}`] : [name],
    status,
    ...present({
      file: text(field(test, 'file')),
      message: status === 'failed' ? stack : undefined,
      durationMs: number(field(test, 'duration')),
    }),
  };
}
