import { describe, expect, it } from 'vitest';
import { parseContext } from '../../../server/src/documents/context/parseContext.js';
import { parseGovernanceRules } from '../../../server/src/documents/governanceRules/kind.js';
import { parseLessons } from '../../../server/src/documents/lessons/parseLessons.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';

describe('parseContext', () => {
  it('reads title, sections and the line that says when and by what', () => {
    const text =
      '# Project Context (Auto-generated)\r\n> Last updated: 2026-03-01T10:00:00+01:00 by pactkit context\r\n\r\n## Sprint Status\r\n\r\n### Deeper\r\n\r\n## Current Stories\r\n';
    const { context } = parseContext(text, scanBlocks(text));
    expect(context.title?.text).toBe('Project Context (Auto-generated)');
    expect(context.sections.map((heading) => heading.text)).toEqual(['Sprint Status', 'Current Stories']);
    expect(context.updated?.at.value).toBe('2026-03-01T10:00:00+01:00');
    expect(context.updated?.by?.value).toBe('pactkit context');
    const span = context.updated?.span ?? { start: 0, end: 0 };
    expect(text.slice(span.start, span.end)).toBe('> Last updated: 2026-03-01T10:00:00+01:00 by pactkit context');
  });

  it.each<[string, string | undefined, string | undefined]>([
    ['> Last updated: today', 'today', undefined],
    ['> a\n>last updated:', '', undefined],
    ['> Last updated: by hand', '', 'hand'],
    ['Last updated: today by me', undefined, undefined],
  ])('%j', (text, at, by) => {
    const { updated } = parseContext(text, scanBlocks(text)).context;
    expect(updated?.at.value).toBe(at);
    expect(updated?.by?.value).toBe(by);
  });
});

describe('parseLessons', () => {
  it('reads the first table of lessons, ragged rows too', () => {
    const text =
      '| A | B |\n|---|---|\n| 1 | 2 |\n\n| Date | **Lesson** | Context |\n|---|---|---|\n| 2026-01-02 | a \\| b | c |\n| 2026-01-03 | d |\n| 2026-01-04 | e | f | g |\n';
    const { lessons } = parseLessons(text, scanBlocks(text));
    expect(lessons.table?.columns).toBe(3);
    expect(lessons.rows.map(({ date, lesson, context }) => [date.value, lesson.value, context?.value])).toEqual([
      ['2026-01-02', 'a | b', 'c'],
      ['2026-01-03', 'd', undefined],
      ['2026-01-04', 'e', 'f'],
    ]);
  });

  it('has no rows without a table', () => {
    expect(parseLessons('Lessons', scanBlocks('Lessons')).lessons).toEqual({ rows: [] });
  });
});

describe('parseGovernanceRules', () => {
  it.each<[string, readonly number[]]>([
    ['1. All 4271+ tests must pass before\n\n- All 12+ tests must pass', [4271, 12]],
    ['All tests must pass. all 3+ tests must pass. All 4 tests must pass', []],
  ])('%j', (text, expected) => {
    const { testCounts } = parseGovernanceRules(text).governanceRules;
    expect(testCounts.map(({ value }) => value)).toEqual(expected);
    for (const { value, span } of testCounts) expect(text.slice(span.start, span.end)).toBe(String(value));
  });
});
