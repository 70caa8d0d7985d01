import { describe, expect, it } from 'vitest';
import { createCodeByItem } from '../../../server/src/trace/codeByItem.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { sourceFileOf, type StatedSource } from '../../support/sourceFileOf.js';

const items = ['STORY-042', 'STORY-043', 'STORY-al-042', 'BUG-7', 'STORY-bob-01-003', 'HOTFIX-001'];

/** What the last test of a file is a test of: `STORY-042: AC2 TC-1`. */
function check(path: string, source: StatedSource): readonly string[] {
  const file = sourceFileOf(path, source);
  const { tests } = createCodeByItem({ ...codeFactsOf([]), sources: [file] }, items);
  return (tests.at(-1)?.items ?? []).map(({ item, ids }) => [`${item}:`, ...ids.map(({ value }) => value)].join(' '));
}

const named = (name: string): readonly string[] => check('src/cart.test.ts', { tests: [name] });

describe('what a test is a test of, by its name', () => {
  it.each([
    ['STORY-042/AC2 keeps the cart', 'STORY-042: AC2'],
    ['STORY-042/AC2', 'STORY-042: AC2'],
    ['STORY-042/AC1-AC3', 'STORY-042: AC1 AC2 AC3'],
    ['STORY-042 AC2, AC3', 'STORY-042: AC2 AC3'],
    ['[STORY-042] reload (R1–R2)', 'STORY-042: R1 R2'],
    ['reload (AC2 of STORY-042)', 'STORY-042: AC2'],
    ['STORY-042 TC-03: reload', 'STORY-042: TC-3'],
    ['STORY-042: ac-2', 'STORY-042: AC2'],
    ['STORY-042 AC1 and STORY-043 AC2', 'STORY-042: AC1|STORY-043: AC2'],
    ['STORY-099 of nobody', 'STORY-099:'],
    ['test_story_042_ac2', 'STORY-042: AC2'],
    ['test_story_042_ac_2_and_ac3', 'STORY-042: AC2 AC3'],
    ['TestStory042AC2', 'STORY-042: AC2'],
    ['TestSTORY042_AC2', 'STORY-042: AC2'],
    ['story042Tc1KeepsCart', 'STORY-042: TC-1'],
    ['STORY_042_R3', 'STORY-042: R3'],
    ['test_story_al_042_ac2', 'STORY-al-042: AC2'],
    ['TestStoryAl042', 'STORY-al-042:'],
    ['test_story_bob_01_003', 'STORY-bob-01-003:'],
    ['test_story_42', 'STORY-042:'],
    ['test_bug_007', 'BUG-7:'],
    ['test_hotfix_1_ac1', 'HOTFIX-001: AC1'],
    ['test_story_999_ac1', 'STORY-999: AC1'],
    ['test_bug_1234', ''],
    ['test_bug_in_parser_2', ''],
    ['test_history_042', ''],
    ['TestHistory042', ''],
    ['debug_042', ''],
    ['a story of 42 words', ''],
    ['story-042 in prose', ''],
    ['AC2 of nothing', ''],
    ['', ''],
  ])('%s', (name, expected) => {
    expect(named(name).join('|')).toBe(expected);
  });
});

describe('what a test is a test of, by what stands around it', () => {
  it.each<[string, string, StatedSource, string]>([
    ['its docstring', 'a.test.ts', { tests: [{ name: 'keeps', labels: ['Covers STORY-042/AC2.'] }] }, 'STORY-042: AC2'],
    ['a tag', 'a.test.ts', { tests: [{ name: 'keeps', labels: ['@Tag("STORY-042")', 'AC2'] }] }, 'STORY-042: AC2'],
    ['its suite', 'a.test.ts', { tests: [{ name: 'AC2: keeps', suites: ['STORY-042'] }] }, 'STORY-042: AC2'],
    [
      'the suite in a suite',
      'a.test.ts',
      { tests: [{ name: 'keeps', suites: ['STORY-042', 'AC2 reload'] }] },
      'STORY-042: AC2',
    ],
    [
      'the inner of two ids',
      'a.test.ts',
      { tests: [{ name: 'AC3', suites: ['STORY-042 AC1', 'AC2 reload'] }] },
      'STORY-042: AC3',
    ],
    ['its suite, ids too', 'a.test.ts', { tests: [{ name: 'keeps', suites: ['STORY-042/AC1'] }] }, 'STORY-042: AC1'],
    [
      'its own words before its suite',
      'a.test.ts',
      { tests: [{ name: 'STORY-043 AC1', suites: ['STORY-042 AC2'] }] },
      'STORY-043: AC1',
    ],
    [
      'the inner suite before the outer',
      'a.test.ts',
      { tests: [{ name: 'x', suites: ['STORY-042', 'STORY-043'] }] },
      'STORY-043:',
    ],
    ['the file name', 'tests/test_story_042.py', { tests: ['test_ac2_keeps'] }, 'STORY-042: AC2'],
    ['the file name with hyphens', 'tests/story-042.test.ts', { tests: ['AC2 keeps'] }, 'STORY-042: AC2'],
    ['the file name in camel case', 'Story042Test.java', { tests: ['ac2_keeps'] }, 'STORY-042: AC2'],
    ['the file name as documents write it', 'STORY-042.spec.ts', { tests: ['keeps'] }, 'STORY-042:'],
    [
      'the file name before its labels',
      'tests/test_story_042.py',
      { labels: ['See STORY-043.'], tests: ['AC2'] },
      'STORY-042: AC2',
    ],
    ['what the file says', 'a.test.ts', { labels: ['Tests of STORY-042'], tests: ['AC2'] }, 'STORY-042: AC2'],
    ['several in the file', 'a.test.ts', { labels: ['STORY-042 and STORY-043'], tests: ['AC2'] }, ''],
    [
      'several in the file that say what of them',
      'a.test.ts',
      { labels: ['STORY-042/AC1, STORY-043/AC2'], tests: ['keeps'] },
      'STORY-042: AC1|STORY-043: AC2',
    ],
    [
      'a suite of several items, and a bare id',
      'a.test.ts',
      { tests: [{ name: 'AC2', suites: ['STORY-042 and STORY-043'] }] },
      '',
    ],
    [
      'its own several items, and a bare id',
      'a.test.ts',
      { tests: [{ name: 'AC2: STORY-042 and STORY-043' }] },
      'STORY-042:|STORY-043:',
    ],
  ])('%s', (_, path, source, expected) => {
    expect(check(path, source).join('|')).toBe(expected);
  });

  it('stands at the words that say it, or at the start of the file', () => {
    const file = sourceFileOf('test_story_042.ts', { tests: ['AC2 keeps', 'STORY-043/AC1'] });
    const { tests } = createCodeByItem({ ...codeFactsOf([]), sources: [file] }, items);
    const [byFile, byName] = tests.map(({ items: [mention] }) => mention);
    const at = ({ start, end }: { start: number; end: number }): string => file.text.slice(start, end);
    expect(byFile?.span).toEqual({ start: 0, end: 0 });
    expect(byFile?.ids.map(({ span }) => at(span))).toEqual(['AC2']);
    expect(byName && at(byName.span)).toBe('STORY-043');
  });

  it('is the same object until an item comes that its identifiers name', () => {
    const file = sourceFileOf('a.test.ts', { tests: ['test_story_bob_1'] });
    const code = { ...codeFactsOf([]), sources: [file] };
    const testOf = (ids: readonly string[]): unknown => createCodeByItem(code, ids).tests[0];
    const first = testOf(items);
    expect(testOf([...items, 'STORY-044'])).toBe(first);
    expect(testOf([...items, 'STORY-bob-1'])).not.toBe(first);
  });
});
