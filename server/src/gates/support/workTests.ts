import { languageOf } from '../../code/languageOf.js';
import { parseSource } from '../../code/parseSource.js';
import type { SourceFile } from '../../code/sourceFile.js';
import { compareTests, type TestChanges } from '../../code/testChanges/compareTests.js';
import type { FilePair } from '../../code/testChanges/filePair.js';
import { memoFor } from '../../base/memo.js';
import type { Work } from '../../workspace/work/work.js';
import { isTestSupport } from './productFiles.js';

/** The changed files that hold tests, or serve them, in a language whose tests are found. */
export interface WorkTests extends TestChanges {
  readonly pairs: readonly FilePair[];
}

/** What became of tests in the work, by reading; compared once. */
export const workTests: (work: Work) => WorkTests = memoFor((work) => {
  const pairs = work.changes.flatMap(({ path, before, after }): readonly FilePair[] => {
    if (path.startsWith('../') || languageOf(path) === undefined) return [];
    const read = (text: string | undefined): SourceFile | undefined =>
      text === undefined ? undefined : parseSource(path, text);
    const [was, is] = [read(before), read(after)];
    const holdsTests = (was?.tests.length ?? 0) + (is?.tests.length ?? 0) > 0;
    if (!holdsTests && !isTestSupport(path)) return [];
    return [{ ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) }];
  });
  return { pairs, ...compareTests(pairs) };
});
