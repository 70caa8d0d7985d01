import type { WantedTest } from '../../code/runners/runner.js';
import type { Grammar } from '../../syntax/grammar.js';
import type { Syntax, SyntaxNode } from '../../syntax/openSyntax.js';
import { applyEdits, type StubEdit } from '../../syntax/stub.js';

/** Test files in which tests say something else. */
export interface ChangedTestFiles {
  readonly overlay: ReadonlyMap<string, string>;
  /** The tests that were changed. */
  readonly asked: readonly WantedTest[];
}

/**
 * Changes what is within tests.
 *
 * @param read lists what a test file holds.
 * @param editsOf given what of that is within the test.
 */
export async function changeTestFiles<T extends { readonly start: number; readonly end: number }>(
  syntax: Syntax,
  tests: readonly WantedTest[],
  read: (root: SyntaxNode, grammar: Grammar) => readonly T[],
  editsOf: (test: WantedTest, own: readonly T[]) => readonly StubEdit[],
): Promise<ChangedTestFiles> {
  const overlay = new Map<string, string>();
  const asked: WantedTest[] = [];
  for (const { path, text } of new Map(tests.map(({ file }) => [file.path, file])).values()) {
    const all = (await syntax.read(path, text, read)) ?? [];
    const edits = new Map<number, StubEdit>();
    for (const test of tests.filter(({ file }) => file.path === path)) {
      const { span } = test.test;
      const own = editsOf(
        test,
        all.filter(({ start, end }) => span.start <= start && end <= span.end),
      );
      // Tests of a table are the same text.
      for (const edit of own) edits.set(edit.start, edit);
      if (own.length > 0) asked.push(test);
    }
    if (edits.size > 0) overlay.set(path, applyEdits(text, [...edits.values()]));
  }
  return { overlay, asked };
}
