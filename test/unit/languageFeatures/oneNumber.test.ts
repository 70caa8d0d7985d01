import { expect, test } from 'vitest';
import { boardFacts } from '../../../server/src/languageFeatures/boardFacts.js';
import { codeLenses } from '../../../server/src/languageFeatures/codeLenses.js';
import { itemStanding } from '../../../server/src/languageFeatures/itemStanding.js';
import { storyCard } from '../../../server/src/languageFeatures/storyCard.js';
import { itemReport } from '../../../server/src/trace/itemReport.js';
import { featureCase } from '../../support/checkFeature.js';

/** STORY-001 is on the board twice: its tasks are those of both entries. */
const project = `=== docs/specs/STORY-001.md
# STORY-001: Keep the cart

| Field | Value |
|-------|-------|
| Status | Draft |

## Requirements

### R1: Persist (MUST)

## Acceptance Criteria

### AC1: Reload (R1)

### AC2: Later (R1)

=== test/cart.test.js
it('STORY-001/AC1 keeps the cart', () => {});

=== docs/product/sprint_board.md
# Sprint Board

## 🔄 In Progress

⟦### [STORY-001] Keep the cart⟧

- [x] Model
- [ ] View

### [STORY-001] Keep the cart

- [ ] Expiry
`;

test('tree, card, lens, hover, trace and report say the same of one item', async () => {
  const { context } = await featureCase(project, { code: true });
  const item = context.trace.item('STORY-001');
  if (!item) throw new Error('no item');
  const { tasks, criteria } = itemStanding(context, item);
  expect({ tasks, criteria }).toEqual({ tasks: { done: 1, of: 3 }, criteria: { done: 1, of: 2, by: 'test' } });
  // The tree and the card.
  expect(boardFacts(context, item)).toMatchObject({ criteria: 2, covered: 1, coveredBy: 'test' });
  // `pactwright trace`.
  const report = itemReport(context.trace, 'STORY-001');
  expect(report?.tasks).toEqual(tasks);
  expect(report?.criteria.filter(({ tests }) => tests.length > 0)).toHaveLength(criteria.done);
  // The hover.
  const card = storyCard(context, item);
  expect(card).toContain('1/3 tasks in 2 entries · 1/2 AC tested');
  // The lens above the title of the spec says what the hover says; above an entry, what the entry's own row and card say.
  const spec = context.project.documents.find(({ kind }) => kind === 'spec');
  if (!spec) throw new Error('no spec');
  expect(titlesOf({ ...context, document: spec })).toContain('In Progress · 1/3 tasks · 1/2 AC tested');
  const onBoard = titlesOf(context).filter((title) => title.includes('tasks'));
  expect(onBoard).toEqual(['spec: Draft · 1/2 tasks · 1/2 AC tested', 'spec: Draft · 0/1 tasks · 1/2 AC tested']);
  // Findings: what the tree marks and the card counts are those that the hover lists.
  const { errors, warnings } = boardFacts(context, item);
  const listed = /Findings: (.*)/u.exec(card)?.[1] ?? '';
  expect(numberOf(listed, 'error') + numberOf(listed, 'warning')).toBe(errors + warnings);
  expect(errors + warnings).toBeGreaterThan(0);
});

function titlesOf(context: Parameters<typeof codeLenses>[0]): readonly string[] {
  return codeLenses(context).map(({ title }) => title);
}

function numberOf(listed: string, what: string): number {
  return Number(new RegExp(`(\\d+) ${what}`, 'u').exec(listed)?.[1] ?? 0);
}
