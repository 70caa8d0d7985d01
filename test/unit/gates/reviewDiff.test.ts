import { describe, expect, test } from 'vitest';
import { readUnifiedDiff } from '../../../server/src/code/unifiedDiff.js';
import { reviewDiff } from '../../../server/src/gates/support/reviewDiff.js';

const diff = (path: string, ...lines: readonly string[]): string => {
  const of = (sign: string): number => lines.filter((line) => line.startsWith(sign)).length;
  const hunk = `@@ -10,${of('-')} +10,${of('+')} @@`;
  return `diff --git a/${path} b/${path}\nindex 1..2 100644\n--- a/${path}\n+++ b/${path}\n${hunk}\n${lines.join('\n')}\n`;
};

test('a diff is read by what its hunks say, whatever lines look like', () => {
  const text = `${diff('a b/c.ts', '--- a/x', '+++ b/y', '+@@ -1 +1 @@')}diff --git a/old.ts b/old.ts\ndeleted file mode 100644\n@@ -1 +0,0 @@\n-gone\n\\ No newline at end of file\n`;
  expect(readUnifiedDiff(text)).toEqual([
    {
      path: 'a b/c.ts',
      kind: 'changed',
      removed: [{ line: 9, text: '-- a/x' }],
      added: [
        { line: 9, text: '++ b/y' },
        { line: 10, text: '@@ -1 +1 @@' },
      ],
    },
    { path: 'old.ts', kind: 'deleted', removed: [{ line: 0, text: 'gone' }], added: [] },
  ]);
  expect(readUnifiedDiff('nonsense\n@@ -1 +1 @@\n+x')).toEqual([]);
});

describe('a review', () => {
  const withTest = diff('test/a.test.ts', '+expect(a).toBe(1);');
  test.each<readonly [string, readonly string[]]>([
    [diff('README.md', '+TODO: write'), []],
    [diff('src/a.ts', '+const a = 1;') + withTest, []],
    [diff('src/a.ts', '+const a = 1;'), ['P1  source code changes in 1 file, and no test does']],
    [
      diff('src/key.ts', `+const k = 'ghp_${'aB3dE5gH7j'.repeat(4).slice(0, 36)}';`) + withTest,
      ['P0 src/key.ts:10 This looks like a GitHub token: remove it, and revoke it'],
    ],
    [
      diff('test/a.test.ts', '+it.skip("a", () => {});'),
      ['P1 test/a.test.ts:10 This test is skipped, or keeps others from running'],
    ],
    [
      diff('test_a.py', '-    assert a == 1', '-    assert b', '+    assert c'),
      ['P1 test_a.py 1 assertion fewer than before: what do these tests no longer show?'],
    ],
    [
      diff('a.py', '+subprocess.run(line, shell=True)') + withTest,
      ['P1 a.py:10 This runs or trusts what it is given: is it certain where that comes from?'],
    ],
    [
      diff('src/a.ts', '+run(); // FIXME later', '+debugger;') + withTest,
      [
        'P3 src/a.ts:11 This looks like a leftover of debugging',
        'P3 src/a.ts:10 Something is left open here: is there an item for it?',
      ],
    ],
    [
      diff('src/a.ts', ...Array.from({ length: 401 }, () => '+a();')) + withTest,
      ['P3  402 changed lines are hard to review in one go'],
    ],
    [diff('docs/specs/BUG-001.md', '-It MUST round.', '+It MAY round.'), []],
  ])('%#', (text, expected) => {
    const { remarks } = reviewDiff(readUnifiedDiff(text), 'docs/specs');
    const shown = remarks.map(
      ({ priority, path = '', line, message }) =>
        `${priority} ${path}${line === undefined ? '' : `:${line + 1}`} ${message}`,
    );
    expect(shown).toEqual(expected);
  });

  test('asks what only a reader can say', () => {
    const { checklist } = reviewDiff(readUnifiedDiff(diff('src/api/login.ts', '+const token = 1;')), 'docs/specs');
    expect(checklist.map((question) => question.split(' ')[0])).toEqual(
      expect.arrayContaining(['SEC-1', 'SEC-5', 'SEC-6', 'Single']),
    );
    expect(reviewDiff(readUnifiedDiff(diff('README.md', '+x')), 'docs/specs').checklist).toEqual([]);
  });
});
