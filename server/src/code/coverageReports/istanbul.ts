import { field, number, parseJson, text } from '../../base/json.js';
import { CoverageCollector, type FileCoverage } from './fileCoverage.js';

/**
 * `coverage-final.json`: statements with their places, and how often each ran. A line is where a statement begins, as in
 * https://github.com/istanbuljs/istanbuljs/blob/main/packages/istanbul-lib-coverage/lib/file-coverage.js.
 */
export function readIstanbul(source: string): readonly FileCoverage[] {
  const found = new CoverageCollector();
  for (const [key, file] of entriesOf(parseJson(source))) {
    const statements = field(file, 'statementMap');
    if (statements === undefined) continue;
    const path = text(field(file, 'path')) ?? key;
    found.file(path);
    for (const [id, count] of entriesOf(field(file, 's'))) {
      const line = number(field(field(field(statements, id), 'start'), 'line'));
      if (line !== undefined) found.add(path, line, number(count) ?? NaN);
    }
  }
  return found.files();
}

function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}
