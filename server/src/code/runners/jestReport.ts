import { field, list, number, parseJson, present, text } from '../../base/json.js';
import type { ReportedTest, RunnerReport, TestStatus } from './runner.js';

/**
 * Jest's JSON report, which Vitest writes, too: https://jestjs.io/docs/configuration#testresultsprocessor-string.
 * A file that could not be loaded stands for all of its tests.
 */
export function readJestReport({ files }: RunnerReport): ReportedTest[] {
  return files.flatMap((source) => list(field(parseJson(source), 'testResults')).flatMap(testsOfFile));
}

function testsOfFile(result: unknown): ReportedTest[] {
  const file = text(field(result, 'name'));
  const tests = list(field(result, 'assertionResults')).map((test): ReportedTest => {
    const titles = [...list(field(test, 'ancestorTitles')), field(test, 'title')].flatMap((title) => text(title) ?? []);
    const messages = list(field(test, 'failureMessages')).flatMap((message) => text(message) ?? []);
    const line = number(field(field(test, 'location'), 'line'));
    return {
      names: [titles.join(' ')],
      status: statusOf(field(test, 'status')),
      ...present({
        file,
        message: messages.length > 0 ? messages.join('\n\n') : undefined,
        durationMs: number(field(test, 'duration')),
        line: line === undefined ? undefined : line - 1,
      }),
    };
  });
  const message = text(field(result, 'message'));
  const failed = field(result, 'status') === 'failed' && message !== undefined && message !== '' && file !== undefined;
  return failed ? [...tests, { file, status: 'errored', message }] : tests;
}

function statusOf(status: unknown): TestStatus {
  if (status === 'passed') return 'passed';
  return status === 'failed' ? 'failed' : 'skipped';
}
