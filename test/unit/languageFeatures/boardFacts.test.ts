import { describe, expect, it } from 'vitest';
import { boardFacts } from '../../../server/src/languageFeatures/boardFacts.js';
import { storyCard } from '../../../server/src/languageFeatures/storyCard.js';
import { featureCase } from '../../support/checkFeature.js';

const board = `=== docs/product/sprint_board.md
# Sprint Board

## 📋 Backlog

### [STORY-al-002] Pay

- [ ] Model

### [STORY-004] Ship

## 🔄 In Progress

### [STORY-001] Cart

- [x] Model

## ✅ Done

### [STORY-003] Search
`;

const spec = (id: string, rows: string, rest = ''): string => `=== docs/specs/${id}.md
# ${id}: Title

| Field | Value |
|-------|-------|
| ID | ${id} |
${rows}| Release | TBD |

## Requirements

### R1: Must (MUST)

- It MUST be so.

## Acceptance Criteria

### AC1: One (R1)

- **Given** a
- **When** b
- **Then** c

### AC2: Two (R1)

- **Given** a
- **When** b
- **Then** c
${rest}`;

const project = [
  board,
  spec('STORY-001', '| Status | In Progress |\n| Priority | **P2** |\n'),
  spec(
    'STORY-al-002',
    '| Status | Draft |\n| Priority | High |\n',
    '\n## Dependency Surface\n\n| Field | Value |\n|-------|-------|\n| Depends on | STORY-001, STORY-003, STORY-099 |\n',
  ),
  spec('STORY-003', '| Status | Done |\n| Priority | TBD |\n'),
  `=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

## TC-1: the cart (AC1, R1)

- **Given** a
- **When** b
- **Then** c
`,
].join('\n');

const git = `
=== git
commits:
  - { id: a, at: 2026-03-01, subject: 'spec of STORY-001', files: [docs/specs/STORY-001.md] }
  - { id: b, at: 2026-03-05, subject: 'cart (STORY-001)', on: feature/STORY-001 }
branches: [feature/STORY-001, { name: feature/STORY-001, remote: origin, tip: b }]
`;

async function facts(id: string, source = project): Promise<Partial<ReturnType<typeof boardFacts>>> {
  const { context } = await featureCase(source);
  const item = context.trace.item(id);
  if (!item) throw new Error(`no ${id}`);
  return boardFacts(context, item);
}

describe('what a board shows of an item', () => {
  it('is read from its spec and its test case', async () => {
    expect(await facts('STORY-001')).toMatchObject({
      spec: 'docs/specs/STORY-001.md',
      status: 'In Progress',
      rank: 2,
      criteria: 2,
      covered: 1,
      coveredBy: 'scenario',
      blockedBy: [],
    });
  });

  it('has the developer, and what blocks it: neither what is done nor what is not there', async () => {
    expect(await facts('STORY-al-002')).toMatchObject({ developer: 'al', rank: 1, blockedBy: ['STORY-001'] });
  });

  it('has no rank where the Priority tells none', async () => {
    const { priority, rank } = await facts('STORY-003');
    expect({ priority, rank }).toEqual({ priority: 'TBD', rank: undefined });
  });

  it('is little where there is no spec', async () => {
    const { spec: path, status, criteria } = await facts('STORY-004');
    expect({ path, status, criteria }).toEqual({ path: undefined, status: undefined, criteria: 0 });
  });

  it('counts findings by severity, and drifts among them', async () => {
    const { drifts = 0, warnings = 0, errors = 0, infos = 0 } = await facts('STORY-001');
    // All its tasks are ticked while it is In Progress.
    expect(drifts).toBeGreaterThan(0);
    expect(errors + warnings + infos).toBeGreaterThanOrEqual(drifts);
  });

  it('has branches and the newest commit where git tells them', async () => {
    expect(await facts('STORY-001', project + git)).toMatchObject({
      branches: ['feature/STORY-001'],
      changedAt: Date.UTC(2026, 2, 5),
    });
  });

  it('is the same object until something of it differs', async () => {
    const { context } = await featureCase(project);
    const item = context.trace.item('STORY-001');
    if (!item) throw new Error('no item');
    const before = boardFacts(context, item);
    expect(boardFacts({ ...context, findingsOf: (path) => [...context.findingsOf(path)] }, item)).toBe(before);
    expect(boardFacts({ ...context, findingsOf: () => [] }, item)).not.toBe(before);
  });
});

describe('the story card', () => {
  const card = async (id: string, source: string): Promise<string> => {
    const { context } = await featureCase(source);
    const item = context.trace.item(id);
    if (!item) throw new Error(`no ${id}`);
    return storyCard(context, item);
  };

  it('says what blocks an item, and on which branch work goes on', async () => {
    expect(await card('STORY-al-002', project)).toMatch(/Priority High[^]*\n\nBlocked by STORY\\-001\n/);
    expect(await card('STORY-001', project + git)).toContain('\n\nBranch feature\\/STORY\\-001\n\n');
  });

  it('takes no Markdown from a document', async () => {
    const text = await card('STORY-001', project.replace('**P2**', '<b>[x](command:y)'));
    expect(text).toContain('Priority \\<b\\>\\[x\\]\\(command\\:y\\)');
  });
});
