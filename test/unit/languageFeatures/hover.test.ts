import { describe, expect, it } from 'vitest';
import { hover } from '../../../server/src/languageFeatures/hover.js';
import { featureCase } from '../../support/checkFeature.js';

const spec = `=== docs/specs/STORY-001.md
# STORY-001: Keep the cart

| Field | Value |
|-------|-------|
| ID | STORY-001 |
| Status | Draft |

## Requirements

### R1: Persist the *cart* (MUST)

The client MUST store it.
See [here](command:evil).

- one
- two

## Acceptance Criteria

### AC1: Reload keeps the cart (R1)

- **Given** a <b>cart</b>
- **When** reloaded
- **Then** still there

### AC2: Nobody tests this (R1)
`;
const testCase = `=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

## TC-1: Reload (AC1)

- **Given** a cart
`;
const board = `=== docs/product/sprint_board.md
# Sprint Board

## 🔄 In Progress

### [STORY-001] Keep the cart

- [x] Model
- [ ] View
`;
const tests = `=== src/cart.test.ts
describe('STORY-001', () => {
  it('AC1: keeps <the> cart', () => {});
});
`;

/** Hovers at the `‸` and checks which text is explained (the one in `⟦⟧`) and how. */
async function check(source: string, ...lines: readonly (string | RegExp)[]): Promise<void> {
  const { context, offset, spans } = await featureCase(source, { code: true });
  const found = hover(context, offset, (path) => `file:///p/${path}`);
  expect(found?.span).toEqual(spans[0]);
  for (const line of lines)
    if (typeof line === 'string') expect(found?.markdown.split('\n')).toContain(line);
    else expect(found?.markdown).toMatch(line);
  // Nothing of what people wrote is markup: no link but ours, no HTML.
  expect(found?.markdown ?? '').not.toMatch(/(?<!\\)<(?!file:\/\/\/p\/)|(?<!\\)\]\((?!<file)/);
}

const on = (text: string, marked: string): string => {
  expect(text).toContain(marked.replaceAll(/[⟦⟧‸]/g, ''));
  return text.replace(marked.replaceAll(/[⟦⟧‸]/g, ''), marked);
};

describe('hover', () => {
  it('shows the card of an item', () =>
    check(
      `${spec}${testCase}${board}=== docs/product/context.md\n# Context\n\nSee ⟦STORY‸-001⟧.\n`,
      '**STORY\\-001** Keep the cart',
      'In Progress · Status Draft · 1/2 tasks · 0/2 AC tested',
      /^Findings: \d+ errors?, \d+ warnings?/m,
      '[docs\\/specs\\/STORY\\-001\\.md](<file:///p/docs/specs/STORY-001.md>)',
    ));

  it('shows nothing of a title as Markdown', () =>
    check(
      '=== docs/specs/STORY-003.md\n# STORY-003: [x](command:evil) <b> `c`\n=== docs/product/context.md\n# C\n\n⟦STORY‸-003⟧\n',
      '**STORY\\-003** \\[x\\]\\(command\\:evil\\) \\<b\\> \\`c\\`',
    ));

  it('shows the last commit, escaped', () =>
    check(
      `${spec}=== docs/product/context.md\n# Context\n\nSee ⟦‸STORY-001⟧.\n=== git\ncommits:\n  - { id: a, at: 2026-05-01, subject: "STORY-001: [x](command:evil)", author: "<b>" }\n`,
      /^Last commit [0-9a-f]{8} of 2026\\?-05\\?-01 by \\<b\\>: STORY\\-001\\: \\\[x\\\]\\\(command\\:evil\\\)$/m,
    ));

  it('shows a requirement with what covers it', () =>
    check(
      on(spec, '### ⟦R‸1⟧: Persist') + testCase + tests,
      '**R1** Persist the \\*cart\\* \\(MUST\\)',
      'The client MUST store it\\. See \\[here\\]\\(command\\:evil\\)\\.',
      '- two',
      '- [AC1 Reload keeps the cart \\(R1\\)](<file:///p/docs/specs/STORY-001.md#L20>)',
      '- [TC\\-1 Reload \\(AC1\\)](<file:///p/docs/test_cases/STORY-001_case.md#L3>)',
    ));

  it('shows a criterion by its steps', () =>
    check(on(testCase, '(⟦‸AC1⟧)') + spec, '- **Given** a \\<b\\>cart\\<\\/b\\>', 'Scenarios:'));

  it('says where nothing covers a criterion', () => check(on(spec, '⟦AC‸2⟧: Nobody'), 'No scenario and no test yet'));

  it('shows a scenario', () =>
    check(on(testCase, '⟦TC-1‸⟧') + spec, '**TC\\-1** Reload \\(AC1\\)', '- **Given** a cart'));

  it('shows the rule of a suppression, by code or name', async () => {
    for (const code of ['W006', 'unknown-status'])
      await check(
        `=== docs/specs/STORY-001.md\n<!-- pactwright-disable ⟦‸${code}⟧ -->\n`,
        '**W006** unknown\\-status',
        /compare the Status exactly/,
      );
  });

  it('shows beside the Status what the board says', async () => {
    await check(on(spec, '| Status | ⟦Dra‸ft⟧ |') + board, 'On the board in In Progress, 1/2 tasks done');
    await check(on(spec, '| Status | ⟦Dra‸ft⟧ |'), 'STORY\\-001 is not on the board or in the archive');
  });

  it('says nothing of other text and of items that are not there', () =>
    Promise.all([check(on(spec, 'The cli‸ent')), check(`${spec}=== docs/product/context.md\n# C\n\nSTORY-‸009\n`)]));
});
