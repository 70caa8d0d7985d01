import { describe, expect, it } from 'vitest';
import { codeLenses } from '../../../server/src/languageFeatures/codeLenses.js';
import { featureCase } from '../../support/checkFeature.js';

/** Checks the lenses of the marked document: at the marks in order, with these titles and what they open. */
async function check(source: string, expected: readonly string[], code = true): Promise<void> {
  const { context, document, spans } = await featureCase(source, { code });
  // What rules say is theirs to test.
  const lenses = codeLenses({ ...context, findingsOf: () => [] });
  const shown = lenses.map(({ title, opens }) => {
    switch (opens.kind) {
      case 'trace':
        return `${title} -> ${opens.item}`;
      case 'places':
        return `${title} -> ${opens.places.map(({ file, span }) => `${file.path}:${file.lines.positionAt(span.start).line + 1}`).join(' ')}`;
      case 'findings':
        return title;
    }
  });
  expect(shown).toEqual(expected);
  const places = [...new Set(lenses.map(({ span }) => document.text.slice(span.start, span.end)))];
  expect(places).toEqual(spans.map(({ start, end }) => document.text.slice(start, end)));
}

const spec = `=== docs/specs/STORY-001.md
⟦# STORY-001: Keep the cart⟧

| Field | Value |
|-------|-------|
| Status | Draft |

## Requirements

⟦### R1: Persist (MUST)⟧

## Acceptance Criteria

⟦### AC1: Reload (R1)⟧

⟦### AC2: Later (R1)⟧
`;
const bare = spec.replaceAll(/[⟦⟧]/g, '');
const testCase = `=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

⟦## TC-1: Reload (AC1)⟧

- **Given** a cart
`;
const board = `=== docs/product/sprint_board.md
# Sprint Board

## 🔄 In Progress

⟦### [STORY-001] Keep the cart⟧

- [x] Model
- [ ] View

### [STORY-9] Nothing of it

### No item
`;

describe('code lenses', () => {
  it('of a spec, its requirements and criteria', () =>
    check(
      spec + testCase.replaceAll(/[⟦⟧]/g, '') + board.replaceAll(/[⟦⟧]/g, ''),
      [
        'In Progress · 1/2 tasks · 1/2 AC with a scenario -> STORY-001',
        '1 scenario -> docs/test_cases/STORY-001_case.md:3',
        '1 scenario -> docs/test_cases/STORY-001_case.md:3',
        '0 scenarios -> STORY-001',
      ],
      false,
    ));

  it('with the drifts, once they are known', async () => {
    const { context } = await featureCase(bare);
    const drift = {
      id: '',
      code: 'PW602',
      rule: '',
      severity: 'warning',
      path: '',
      message: '',
      range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } },
    } as const;
    const lenses = codeLenses({
      ...context,
      findingsOf: (path) => (path === 'docs/specs/STORY-001.md' ? [drift, { ...drift, code: 'W006' }, drift] : []),
    });
    expect(lenses.slice(0, 2).map(({ title }) => title)).toEqual([
      'not on the board · 0/2 AC with a scenario',
      '2 out of sync',
    ]);
    expect(lenses[1]?.opens).toEqual({ kind: 'findings', findings: [drift, drift] });
  });

  it('of the entries of a board', async () => {
    const { context } = await featureCase(board.replaceAll(/[⟦⟧]/g, '') + bare, { code: true });
    expect(codeLenses(context).map(({ title }) => title)).toContain('spec: Draft · 1/2 tasks · 0/2 AC tested');
  });

  it('of scenarios, where the code was read', async () => {
    await check(testCase + bare, ['0 tests -> STORY-001']);
    await check(testCase.replaceAll(/[⟦⟧]/g, '') + bare, [], false);
  });

  it('of a requirement with the tests of its scenarios, even if the spec lacks their criterion', () =>
    check(
      `=== docs/specs/STORY-001.md
⟦# STORY-001: Keep the cart⟧

## Requirements

⟦### R1: Persist (MUST)⟧
=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

## TC-1: Reload (AC1, R1)

- **Given** a cart
=== src/cart.test.ts
it('STORY-001/AC1: keeps the cart', () => {});
`,
      [
        'not on the board -> STORY-001',
        '1 scenario · 1 test -> docs/test_cases/STORY-001_case.md:3 src/cart.test.ts:1',
      ],
    ));

  it('none in other documents', () => check('=== docs/product/context.md\n# Context\n\nSTORY-001\n', []));
});
