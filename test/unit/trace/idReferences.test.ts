import { describe, expect, it } from 'vitest';
import { documentKindOf } from '../../../server/src/documents/documentKind.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { idReferencesOf } from '../../../server/src/trace/idReferences.js';

/** Each reference as `=id` (definition) or `id`, `!` where it is quoted, with its item where that is not the id, and its text. */
async function check(path: string, text: string, expected: readonly string[]): Promise<void> {
  const document = await parseDocument(documentKindOf(path) ?? expect.fail('no document'), path, text);
  const references = idReferencesOf(document);
  expect(
    references.map(({ role, id, item, span, quoted, range }) => {
      const owner = item === id ? '' : `${item}/`;
      const written = range ? ` in ${text.slice(span.start, span.end)}` : '';
      if (!range)
        expect(text.slice(span.start, span.end)).toMatch(
          new RegExp(`^${id.replace('AC', 'AC-?').replace(/^R/, 'R0*')}$`, 'i'),
        );
      return `${role === 'definition' ? '=' : ''}${quoted ? '!' : ''}${owner}${id}${written}`;
    }),
  ).toEqual(expected);
  expect(idReferencesOf(document)).toBe(references);
}

const spec = 'docs/specs/STORY-001.md';
const testCase = 'docs/test_cases/STORY-001_case.md';
const board = 'docs/product/sprint_board.md';

describe('ids', () => {
  it.each([
    ['an item is defined by its title', spec, '# STORY-001: Cart\n\nSee STORY-002.\n', ['=STORY-001', 'STORY-002']],
    ['the title of another item defines nothing', spec, '# STORY-002: Cart\n', ['STORY-002']],
    [
      'requirements and criteria are defined by their headings',
      spec,
      '# S\n\n## Requirements\n\n### R1: a\n\n### R02: b\n\n## Acceptance Criteria\n\n### AC1: a (R1, R1–R2)\n\n### Scenario 2: b\n',
      [
        '=STORY-001/R1',
        '=STORY-001/R2',
        '=STORY-001/AC1',
        'STORY-001/R1',
        'STORY-001/R1 in R1–R2',
        'STORY-001/R2 in R1–R2',
        '=STORY-001/Scenario 2',
      ],
    ],
    [
      'what stands behind an item id is that item’s',
      spec,
      'R1, STORY-002/R1, STORY-002 (AC3) and STORY-002’s TC-1, STORY-003, R4\n',
      [
        'STORY-001/R1',
        'STORY-002',
        'STORY-002/R1',
        'STORY-002',
        'STORY-002/AC3',
        'STORY-002',
        'STORY-002/TC-1',
        'STORY-003',
        'STORY-001/R4',
      ],
    ],
    [
      'a test case speaks of its item and defines scenarios',
      testCase,
      '# Test Cases: STORY-001\n\n> Spec: docs/specs/STORY-001.md\n\n## TC-1: a (AC-1)\n\n- Given a\n- Then as in TC-1\n',
      ['STORY-001', 'STORY-001', '=STORY-001/TC-1', 'STORY-001/AC1', 'STORY-001/TC-1'],
    ],
    [
      'elsewhere only what says whose it is',
      board,
      '### [STORY-001] Cart\n\n- [ ] R1 and STORY-001/R2 and TC-1\n',
      ['STORY-001', 'STORY-001', 'STORY-001/R2'],
    ],
    [
      'fences of code quote, those of Gherkin do not; comments count',
      spec,
      '```gherkin\nR1\n```\n\n- a\n\n  ```sh\n  git switch feature/STORY-001\n  ```\n\n<!-- STORY-001 -->\n',
      ['STORY-001/R1', '!STORY-001', 'STORY-001'],
    ],
    [
      'file names of test cases hold ids',
      board,
      '[c](../test_cases/STORY-al-001_case.md) STORY-1_b\n',
      ['STORY-al-001'],
    ],
  ])('%s', (_, path, text, expected) => check(path, text, expected));
});
