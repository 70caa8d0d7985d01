import { describe, expect, it } from 'vitest';
import { definition } from '../../../server/src/languageFeatures/definition.js';
import { documentHighlights } from '../../../server/src/languageFeatures/documentHighlights.js';
import { references } from '../../../server/src/languageFeatures/references.js';
import { featureCase } from '../../support/checkFeature.js';
import { withSources } from '../../support/withSources.js';

const spec = `=== docs/specs/STORY-001.md
# STORY-001: Cart

## Requirements

### R1: Keep it (MUST)

### R2: Show it (MUST)

## Acceptance Criteria

### AC1: Kept (R1)

### AC2: Shown (R1–R2)

- R2 through R1
`;
const testCase = `=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

## TC-1: Reload (AC1)

- **Given** a
- **When** b
- **Then** c
`;
const board = `=== docs/product/sprint_board.md
# Sprint Board

## 📋 Backlog

### [STORY-001] Cart

- [ ] Model

### [STORY-002] List

## 🔄 In Progress

## ✅ Done
`;
const sources = {
  'tests/cart.test.ts': "// DEFERRED(SHOULD): R2 of STORY-001\nit('STORY-001/AC1 keeps the cart', () => {});\n",
};

/** The project with the cursor behind `at` in the file that it is found in first. */
const withCursor = (at: string): string => {
  const whole = spec + testCase + board;
  expect(whole).toContain(at.replace('‸', ''));
  return whole.replace(at.replace('‸', ''), at);
};

/** `path text` of what is led to. */
async function check(at: string, expected: readonly string[]): Promise<void> {
  const { context, document, offset } = await featureCase(withCursor(at));
  const found = definition(withSources(context, sources), offset);
  expect(found && document.text.slice(found.origin.start, found.origin.end)).toMatch(/^(?:STORY|R|AC|TC)/);
  expect(found?.places.map(({ file, span }) => `${file.path} ${file.text.slice(span.start, span.end)}`)).toEqual(
    expected,
  );
}

describe('definition', () => {
  it.each([
    ['of an item is its spec’s title', '[STORY-‸001] Cart', ['docs/specs/STORY-001.md STORY-001']],
    ['of an item without spec is its entry', '[‸STORY-002]', ['docs/product/sprint_board.md STORY-002']],
    [
      'on a spec’s title are its entry and test case',
      '# STORY-001‸: Cart',
      ['docs/product/sprint_board.md STORY-001', 'docs/test_cases/STORY-001_case.md STORY-001'],
    ],
    ['of a requirement is its heading', 'Kept (R1‸)', ['docs/specs/STORY-001.md R1']],
    ['of the start of a range is that id', 'R1‸–R2', ['docs/specs/STORY-001.md R1']],
    ['of the end of a range is that id', 'R1–R‸2', ['docs/specs/STORY-001.md R2']],
    [
      'of the middle of a range are all its ids',
      'R2 th‸rough R1',
      ['docs/specs/STORY-001.md R2', 'docs/specs/STORY-001.md R1'],
    ],
    ['of a criterion in a test case is the spec’s heading', 'Reload (AC‸1)', ['docs/specs/STORY-001.md AC1']],
    [
      'on a criterion is what covers it',
      '### AC1‸: Kept',
      ['docs/test_cases/STORY-001_case.md TC-1', 'tests/cart.test.ts STORY-001/AC1 keeps the cart'],
    ],
    [
      'on a requirement are its criteria, scenarios and tests',
      '### R1‸: Keep',
      [
        'docs/specs/STORY-001.md AC1',
        'docs/specs/STORY-001.md AC2',
        'docs/test_cases/STORY-001_case.md TC-1',
        'tests/cart.test.ts STORY-001/AC1 keeps the cart',
      ],
    ],
  ])('%s', (_, at, expected) => check(at, expected));

  it('is none where no id stands', async () => {
    const { context, offset } = await featureCase(withCursor('Mod‸el'));
    expect(definition(context, offset)).toBeUndefined();
  });
});

describe('references', () => {
  it.each([
    [
      '[STORY-‸001] Cart',
      true,
      [
        'docs/product/sprint_board.md 5',
        'docs/specs/STORY-001.md 1',
        'docs/test_cases/STORY-001_case.md 1',
        'tests/cart.test.ts 1',
        'tests/cart.test.ts 2',
      ],
    ],
    [
      'Reload (AC‸1)',
      true,
      ['docs/specs/STORY-001.md 11', 'docs/test_cases/STORY-001_case.md 3', 'tests/cart.test.ts 2'],
    ],
    ['Reload (AC‸1)', false, ['docs/test_cases/STORY-001_case.md 3', 'tests/cart.test.ts 2']],
    [
      'R2 th‸rough R1',
      false,
      [
        'docs/specs/STORY-001.md 13',
        'docs/specs/STORY-001.md 15',
        'tests/cart.test.ts 1',
        'docs/specs/STORY-001.md 11',
      ],
    ],
    ['### R2‸: Show', false, ['docs/specs/STORY-001.md 13', 'docs/specs/STORY-001.md 15', 'tests/cart.test.ts 1']],
  ] as const)('of %s, with the definition: %s', async (at, withDefinition, expected) => {
    const { context, offset } = await featureCase(withCursor(at));
    const found = references(withSources(context, sources), offset, withDefinition);
    expect(found.map(({ file, span }) => `${file.path} ${file.lines.positionAt(span.start).line + 1}`)).toEqual(
      expected,
    );
  });
});

describe('highlights', () => {
  it('are the same id in the document, a range once', async () => {
    const marked = spec
      .replace('### R1', '### ⟦R1‸⟧')
      .replace('(R1)', '(⟦R1⟧)')
      .replace('R1–R2', '⟦R1–R2⟧')
      .replace('R2 through R1', '⟦R2 through R1⟧');
    const { document, offset, spans } = await featureCase(marked);
    const found = documentHighlights(document, offset);
    expect(found.map(({ span }) => span)).toEqual(spans);
    expect(found.map(({ role }) => role)).toEqual(['definition', 'mention', 'mention', 'mention']);
  });
});
