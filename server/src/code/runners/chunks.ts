import { groupBy } from '../../base/groupBy.js';
import type { WantedTest } from './runner.js';
import { patternOf, type TestName } from './testName.js';

/**
 * So many characters of names and paths go into one command line: Windows takes 32,767 in all.
 *
 * https://learn.microsoft.com/windows/win32/api/processthreadsapi/nf-processthreadsapi-createprocessw
 */
const mostCharacters = 16_000;

/** Tests in groups whose names and files fit into one command line each, in order of their files. */
export function chunked(
  tests: readonly WantedTest[],
  nameOf: (test: WantedTest) => TestName,
): readonly (readonly WantedTest[])[] {
  const groups: WantedTest[][] = [];
  let length = Infinity;
  let file = '';
  for (const test of tests) {
    const more = patternOf(nameOf(test)).length + 3 + (test.file.path === file ? 0 : test.file.path.length + 100);
    file = test.file.path;
    if (length + more > mostCharacters) {
      groups.push([]);
      length = 0;
    }
    length += more;
    groups.at(-1)?.push(test);
  }
  return groups;
}

/** Smaller groups of tests: by file, or one by one where they are of one file; none if there is nothing to part. */
export function apart(tests: readonly WantedTest[]): readonly (readonly WantedTest[])[] {
  const byFile = [...groupBy(tests, ({ file }) => file.path).values()];
  if (byFile.length > 1) return byFile;
  return tests.length > 1 ? tests.map((test) => [test]) : [];
}
