import { expect } from 'vitest';
import { parseSource } from '../../../../server/src/code/parseSource.js';
import { compareTests } from '../../../../server/src/code/testChanges/compareTests.js';

/** Texts by path; undefined where there is no such file. */
export type Texts = Readonly<Record<string, string | undefined>>;

/**
 * What became of the tests of some files, one line each: `weakened adds: has 1 …`, tests that are kept left out; what tests rest
 * on begins with `support`.
 */
export function changesOf(before: Texts, after: Texts): readonly string[] {
  const paths = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  const read = (texts: Texts, path: string) => {
    const text = texts[path];
    return text === undefined ? undefined : parseSource(path, text);
  };
  const { tests, support } = compareTests(
    paths.map((path) => {
      const [was, is] = [read(before, path), read(after, path)];
      return { ...(was ? { before: was } : {}), ...(is ? { after: is } : {}) };
    }),
  );
  return [
    ...tests
      .filter(({ kind }) => kind !== 'kept')
      .map((change) => {
        const name = (change.before ?? change.after)?.test.name.value ?? '';
        return `${change.kind} ${name}${change.what === '' ? '' : `: ${change.what}`}`;
      }),
    ...support.map(({ kind, name, what }) => `support ${kind} ${name}: ${what}`),
  ];
}

/** Compares one file before and after; each expectation is the beginning of a line of `changesOf`. */
export function checkChanges(path: string, before: string, after: string, expected: readonly string[]): void {
  const lines = changesOf({ [path]: before }, { [path]: after });
  expect(lines.map((line, index) => (line.startsWith(expected[index] ?? line + ' ') ? expected[index] : line))).toEqual(
    expected,
  );
}
