import type { Work, WorkChange } from '../../workspace/work/work.js';
import { isRunnerFile, isTestSupport } from './productFiles.js';

/**
 * What is written over the sources as they were so that the tests of now run on them: tests, what serves them, and what says how
 * they are run. Links stay as they are.
 *
 * @param withTests files of source code that have tests in them, besides the product.
 */
export function baseOverlay(
  { changes }: Pick<Work, 'changes'>,
  withTests: ReadonlySet<string>,
): ReadonlyMap<string, string | undefined> {
  const overlay = new Map<string, string | undefined>();
  for (const change of changes) {
    const { path, kind, after } = change;
    if (path.startsWith('../') || isLink(change)) continue;
    if (withTests.has(path)) {
      const text = textAtBase(change);
      if (text !== undefined) overlay.set(path, text);
    } else if ((isTestSupport(path) || isRunnerFile(path)) && (kind === 'deleted' || after !== undefined))
      overlay.set(path, after);
  }
  return overlay;
}

function isLink({ modeBefore, modeAfter }: WorkChange): boolean {
  return [modeBefore, modeAfter].some((mode) => mode === '120000' || mode === '160000');
}

/** Where the tests of a Rust file begin, which are at its end: https://doc.rust-lang.org/book/ch11-03-test-organization.html. */
const testModule = /^#\[cfg\(test\)\]/mu;

/**
 * What stands for a file of Rust that has tests in it and is no test file: the product of before with the tests of now.
 *
 * @returns undefined if the two cannot be told apart, and for a new file, which holds what it tests.
 */
export function textAtBase({ before, after }: Pick<WorkChange, 'before' | 'after'>): string | undefined {
  if (before === undefined || after === undefined) return undefined;
  const now = testModule.exec(after)?.index;
  if (now === undefined) return undefined;
  return `${before.slice(0, testModule.exec(before)?.index ?? before.length).trimEnd()}\n\n${after.slice(now)}`;
}
