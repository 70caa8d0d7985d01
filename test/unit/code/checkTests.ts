import { expect } from 'vitest';
import { parseSource } from '../../../server/src/code/parseSource.js';
import type { SourceFile } from '../../../server/src/code/sourceFile.js';
import type { Located } from '../../../server/src/markdown/span.js';

/**
 * Holds what is found in a file against one line per test: `suite > name`, `(skipped)`, and its labels between `{}`; labels of a
 * suite stand behind its name, those of the file in a first line that begins with `file`.
 */
export function checkTests(path: string, text: string, expected: readonly string[]): void {
  expect(outline(parseSource(path, text))).toEqual(expected);
}

function outline(file: SourceFile): string[] {
  const labels = (all: readonly Located[]): string =>
    all.length > 0 ? ` {${all.map(({ value }) => value).join(' | ')}}` : '';
  const tests = file.tests.map(({ name, suites, skipped, labels: own }) =>
    [...suites, { name, labels: own }]
      .map(({ name: { value }, labels: all }) => `${value}${labels(all)}`)
      .join(' > ')
      .concat(skipped ? ' (skipped)' : ''),
  );
  return file.labels.length > 0 ? [`file${labels(file.labels)}`, ...tests] : tests;
}
