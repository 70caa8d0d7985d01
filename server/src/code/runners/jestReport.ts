import * as v from 'valibot';
import { parseJson, present } from '../../base/json.js';
import { finite, read, type Read, some, someOf } from '../../base/schema.js';
import type { ReportedTest, RunnerReport } from './runner.js';

/** Whatever is among the tests is one. */
const reportedTest = v.fallback(
  some({
    ancestorTitles: someOf(v.string()),
    title: v.string(),
    status: v.string(),
    failureMessages: someOf(v.string()),
    duration: finite,
    location: some({ line: finite }),
  }),
  {},
);

const testResult = some({
  name: v.string(),
  status: v.string(),
  message: v.string(),
  assertionResults: someOf(reportedTest),
});

const report = some({ testResults: someOf(testResult) });

/**
 * Jest's JSON report, which Vitest writes, too: https://jestjs.io/docs/configuration#testresultsprocessor-string.
 * A file that could not be loaded stands for all of its tests.
 */
export function readJestReport({ files }: RunnerReport): ReportedTest[] {
  return files.flatMap((source) => read(report, parseJson(source))?.testResults?.flatMap(testsOfFile) ?? []);
}

function testsOfFile({ name: file, status, message, assertionResults = [] }: Read<typeof testResult>): ReportedTest[] {
  const tests = assertionResults.map(({ ancestorTitles = [], title, failureMessages = [], ...test }): ReportedTest => {
    const line = test.location?.line;
    return {
      names: [[...ancestorTitles, ...(title === undefined ? [] : [title])].join(' ')],
      status: test.status === 'passed' || test.status === 'failed' ? test.status : 'skipped',
      ...present({
        file,
        message: failureMessages.length > 0 ? failureMessages.join('\n\n') : undefined,
        durationMs: test.duration,
        line: line === undefined ? undefined : line - 1,
      }),
    };
  });
  const failed = status === 'failed' && message !== undefined && message !== '' && file !== undefined;
  return failed ? [...tests, { file, status: 'errored', message }] : tests;
}
