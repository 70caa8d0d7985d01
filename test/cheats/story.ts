import type { Files } from '../support/gitRepository.js';
import type { Stack, Step } from './cheat.js';
import { commit, replace, write } from './cheat.js';

export const paths = {
  spec: 'docs/specs/STORY-002.md',
  testCase: 'docs/test_cases/STORY-002_case.md',
  board: 'docs/product/sprint_board.md',
  config: '.pactwright/config.yaml',
} as const;

/** What the tests of STORY-002 are called. */
export const ac1 = 'STORY-002/AC1: a large total is lowered';
export const ac2 = 'STORY-002/AC2: a small total stays';

const spec = (
  stack: Stack,
  id: string,
  title: string,
  status: string,
  files: readonly string[],
  parts: string,
): string => `# ${id}: ${title}

| Field | Value |
| --- | --- |
| ID | ${id} |
| Status | ${status} |
| Priority | P1 |
| Release | 1.0.0 |

## Background

The shop's customers see what they pay (${stack.name}).

## Target Call Chain

The cart calls it.

${parts}
## Implementation Steps

| Step | File | Action |
| --- | --- | --- |
${files.map((file, index) => `| ${index + 1} | \`${file}\` | Write it |`).join('\n')}

## Out of Scope

Other currencies.

## Security Scope

| Check | Applicable | Reason |
| --- | --- | --- |
${Array.from({ length: 8 }, (_, index) => `| SEC-${index + 1} | No | Prices hold no secret |`).join('\n')}

## Dependency Surface

| Field | Value |
| --- | --- |
| Depends on | None |
| Provides | None |
| Touches | ${files.map((file) => `\`${file}\``).join(', ')} |
| Conflict risk | LOW |
`;

const board = (done: readonly string[], inProgress: readonly string[]): string => `# Sprint Board

## 📋 Backlog

## 🔄 In Progress

${inProgress.join('\n\n')}

## ✅ Done

${done.join('\n\n')}
`;

const entry = (id: string, title: string, tasks: readonly string[]): string =>
  [`### [${id}] ${title}`, `> Spec: docs/specs/${id}.md`, '', ...tasks].join('\n');

const totalText = `## Requirements

### R1: The total is the sum of all prices (MUST)

A cart MUST show the sum of its prices.

## Acceptance Criteria

### AC1: Prices are added up (R1)

- Given a cart with 2 and 3
- When its total is asked for
- Then it is 5
`;

const discountText = `## Requirements

### R1: Ten percent off from 100 on (MUST)

A total of 100 or more MUST be lowered by ten percent.

### R2: Smaller totals stay (MUST)

A total below 100 MUST stay as it is.

## Acceptance Criteria

### AC1: A large total is lowered (R1)

- Given a total of 200
- When the discount is applied
- Then it is 180

### AC2: A small total stays (R2)

- Given a total of 50
- When the discount is applied
- Then it is 50
`;

/** What the shop is before anybody works on STORY-002: documents, and the stack's own files. */
export function shop(stack: Stack): Files {
  const { cart, cartTest, discount, discountTest } = stack.paths;
  return {
    ...stack.start,
    [cart]: stack.cart,
    [cartTest]: stack.cartTest,
    'docs/specs/STORY-001.md': spec(stack, 'STORY-001', 'Total of a cart', 'Done', [cart, cartTest], totalText),
    'docs/test_cases/STORY-001_case.md': `# Test cases of STORY-001

## TC-1: Prices are added up (AC1)

**Given** a cart with 2 and 3
**When** its total is asked for
**Then** it is 5
`,
    [paths.spec]: spec(
      stack,
      'STORY-002',
      'Discount from 100 on',
      'In Progress',
      [discount, discountTest, cart, cartTest, ...(stack.touched ?? []), 'README.md', '.gitattributes'],
      discountText,
    ),
    [paths.testCase]: `# Test cases of STORY-002

## TC-1: A large total is lowered (AC1)

**Given** a total of 200
**When** the discount is applied
**Then** it is 180

## TC-2: A small total stays (AC2)

**Given** a total of 50
**When** the discount is applied
**Then** it is 50
`,
    [paths.board]: board(
      [entry('STORY-001', 'Total of a cart', ['- [x] Add up the prices'])],
      [entry('STORY-002', 'Discount from 100 on', ['- [ ] Apply the discount', '- [ ] Test both criteria'])],
    ),
  };
}

/** All tasks of STORY-002 are ticked. */
export const ticks: readonly Step[] = [
  replace(paths.board, '- [ ] Apply the discount', '- [x] Apply the discount'),
  replace(paths.board, '- [ ] Test both criteria', '- [x] Test both criteria'),
];

/** All that STORY-002 takes, done as it should be. */
export function work(stack: Stack): readonly Step[] {
  return [
    write({ [stack.paths.discount]: stack.discount, [stack.paths.discountTest]: stack.discountTest }),
    ...ticks,
    commit('STORY-002: Lower totals from 100 on\n\nImplements: STORY-002'),
  ];
}
