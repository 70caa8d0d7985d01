import { describe, expect, it } from 'vitest';
import { findCitations } from '../../../server/src/documents/citations.js';

/** Ids with the text their span covers. */
function check(text: string, expected: readonly string[]): void {
  const offset = 7;
  const found = findCitations(text, offset, ['R', 'AC']);
  expect(found.map(({ value, span }) => `${value}=${text.slice(span.start - offset, span.end - offset)}`)).toEqual(
    expected,
  );
}

describe('findCitations', () => {
  it.each<[string, readonly string[]]>([
    ['keeps the cart (R1)', ['R1=R1']],
    ['covers R1, R2/R3 and r4', ['R1=R1', 'R2=R2', 'R3=R3', 'R4=r4']],
    ['AC1 AC-2 ac03', ['AC1=AC1', 'AC2=AC-2', 'AC3=ac03']],
    ['R1-R3', ['R1=R1-R3', 'R2=R1-R3', 'R3=R1-R3']],
    ['R1–R2', ['R1=R1–R2', 'R2=R1–R2']],
    ['R1..R2', ['R1=R1..R2', 'R2=R1..R2']],
    ['R1—R2', ['R1=R1—R2', 'R2=R1—R2']],
    ['R1 — R3', ['R1=R1', 'R3=R3']],
    ['R1 to R2', ['R1=R1 to R2', 'R2=R1 to R2']],
    ['R3-5', ['R3=R3-5', 'R4=R3-5', 'R5=R3-5']],
    ['AC2-AC3', ['AC2=AC2-AC3', 'AC3=AC2-AC3']],
    ['R3 - 5 items', ['R3=R3']],
    ['only R3-4.', ['R3=R3-4', 'R4=R3-4']],
    ['R1-2026-01-01', ['R1=R1']],
    ['R1-AC2', ['R1=R1', 'AC2=AC2']],
    ['R4-R2', ['R4=R4-R2', 'R2=R4-R2']],
    ['R1-R900', ['R1=R1-R900', 'R900=R1-R900']],
    ['满足R1要求', ['R1=R1']],
    ['R2D2, ERR1, R1a, R_1, R', []],
    ['', []],
  ])('%s', check);

  it('leaves out kinds nobody asked for', () => {
    expect(findCitations('R1 AC1 R1-AC2', 0, ['AC']).map(({ value }) => value)).toEqual(['AC1', 'AC2']);
  });

  it('takes no more than a moment for a long line', () => {
    expect(findCitations('R1,'.repeat(300_000), 0, ['R'])).toHaveLength(300_000);
    expect(findCitations(`R1${' '.repeat(1_000_000)}x`, 0, ['R'])).toHaveLength(1);
    expect(findCitations(`R${'1'.repeat(1_000_000)}`, 0, ['R'])).toEqual([]);
  });
});
