import { describe, expect, it } from 'vitest';
import { documentSymbols } from '../../../server/src/languageFeatures/documentSymbols.js';
import { workspaceSymbols } from '../../../server/src/languageFeatures/workspaceSymbols.js';
import { featureCase } from '../../support/checkFeature.js';

const spec = `=== docs/specs/STORY-001.md
# STORY-001: Keep the cart

## Requirements

### ⟦R1⟧: Persist (MUST)

a

## Acceptance Criteria

### ⟦AC1⟧: Reload (R1)
`;
const testCase = `=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

⟦## TC-1: Reload (AC1)⟧

- **Given** a
`;
const board = `=== docs/product/sprint_board.md
## Backlog

⟦### [STORY-002] Share it⟧

- [x] a
- [ ] b
`;

/** Checks the symbols of the first document: selected at the marks, named so. */
async function check(source: string, expected: readonly string[]): Promise<void> {
  const { document, spans } = await featureCase(source);
  const symbols = documentSymbols(document);
  expect(symbols.map(({ name, detail, kind }) => `${kind} ${name}: ${detail}`)).toEqual(expected);
  expect(symbols.map(({ selection }) => selection)).toEqual(spans);
  for (const { span, selection } of symbols)
    expect(span.start <= selection.start && selection.end <= span.end, 'the selection lies inside').toBe(true);
}

describe('document symbols', () => {
  it.each([
    ['a spec', spec, ['requirement R1: Persist (MUST)', 'criterion AC1: Reload (R1)']],
    ['a test case', testCase, ['scenario TC-1: Reload (AC1)']],
    ['a board', board, ['entry STORY-002: Share it 1/2']],
    ['a context', '=== docs/product/context.md\n# Context\n', []],
  ])('of %s', (_, source, expected) => check(source, expected));
});

describe('workspace symbols', () => {
  const find = async (query: string): Promise<readonly string[]> => {
    const other = '=== docs/specs/STORY-0012.md\n# STORY-0012: A card, kept\n';
    const { context } = await featureCase(spec + testCase + board + other);
    return workspaceSymbols([context], query).map(({ name }) => name);
  };

  it.each([
    ['story-001', ['STORY-001 Keep the cart', 'STORY-001/R1 Persist (MUST)', 'STORY-001/AC1 Reload (R1)']],
    ['STORY-001/AC1', ['STORY-001/AC1 Reload (R1)']],
    ['STORY-001 reload', ['STORY-001/AC1 Reload (R1)', 'STORY-001/TC-1 Reload (AC1)']],
    ['ktc', ['STORY-001 Keep the cart']],
    ['re', ['STORY-001/AC1 Reload (R1)', 'STORY-001/TC-1 Reload (AC1)', 'STORY-002 Share it']],
    ['share', ['STORY-002 Share it']],
    ['', ['STORY-001 Keep the cart', 'STORY-0012 A card, kept', 'STORY-002 Share it']],
    ['zzz', []],
  ])('for %s', async (query, expected) => {
    expect((await find(query)).slice(0, Math.max(1, expected.length))).toEqual(expected);
  });

  it('are a hundred at most', async () => {
    const many = Array.from({ length: 120 }, (_, at) => `=== docs/specs/STORY-${at}.md\n# STORY-${at}: a\n`).join('');
    const { context } = await featureCase(many);
    expect(workspaceSymbols([context], 'story')).toHaveLength(100);
  });
});
