import * as v from 'valibot';
import { parseJson } from '../../base/json.js';
import { finite, read, some, someOf, someRecordOf } from '../../base/schema.js';
import { CoverageCollector, type FileCoverage } from './fileCoverage.js';

const statements = someRecordOf(some({ start: some({ line: finite }) }));

/** A file with statements that cannot be read is reported anyway. */
const report = someRecordOf(
  some({ path: v.string(), statementMap: v.fallback(statements, {}), s: someRecordOf(finite) }),
);

/**
 * `coverage-final.json`: statements with their places, and how often each ran. A line is where a statement begins, as in
 * https://github.com/istanbuljs/istanbuljs/blob/main/packages/istanbul-lib-coverage/lib/file-coverage.js.
 */
export function readIstanbul(source: string): readonly FileCoverage[] {
  const found = new CoverageCollector();
  for (const [key, { path = key, statementMap, s = {} }] of Object.entries(read(report, parseJson(source)) ?? {})) {
    if (!statementMap) continue;
    found.file(path);
    for (const [id, count] of Object.entries(s)) {
      const line = statementMap[id]?.start?.line;
      if (line !== undefined) found.add(path, line, count);
    }
  }
  return found.files();
}

const pythonReport = some({
  files: someRecordOf(some({ executed_lines: someOf(finite), missing_lines: someOf(finite) })),
});

/** What `coverage json` of coverage.py writes: https://coverage.readthedocs.io/en/latest/cmd.html#json-reporting-coverage-json. */
export function readCoveragePy(source: string): readonly FileCoverage[] {
  const found = new CoverageCollector();
  for (const [path, { executed_lines: ran = [], missing_lines: missed = [] }] of Object.entries(
    read(pythonReport, parseJson(source))?.files ?? {},
  )) {
    found.file(path);
    for (const line of ran) found.add(path, line, 1);
    for (const line of missed) found.add(path, line, 0);
  }
  return found.files();
}
