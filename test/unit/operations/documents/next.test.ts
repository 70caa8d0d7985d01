import { describe, expect, it } from 'vitest';
import { createBaseline, renderBaseline } from '../../../../server/src/rules/baseline.js';
import { carryOutOn } from '../../../support/checkOperation.js';
import { lintFiles } from '../../../support/lintFiles.js';
import { cleanSpec } from '../../../support/projectTexts.js';

const spec = (id: string, dependsOn?: string): string =>
  `${cleanSpec(id)}${
    dependsOn === undefined
      ? ''
      : `\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n`
  }`;

const board = `# Board

## 📋 Backlog

### [STORY-004] Fourth

### [STORY-002] Second

### [STORY-003] Third

### [STORY-005] Fifth

## 🔄 In Progress

### [STORY-001] First

- [x] one
- [ ] two

## ✅ Done

### [STORY-006] Sixth

- [x] one
`;

const specs = (...texts: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(texts.map((text) => [`docs/specs/${/[A-Z]+-\d+/.exec(text)?.[0] ?? ''}.md`, text]));

describe('next', () => {
  it('tells what is ready from what is not, in the order of the board', async () => {
    const { plan, changed } = await carryOutOn({
      operation: 'next',
      input: {},
      files: {
        'docs/product/sprint_board.md': board,
        ...specs(
          spec('STORY-001'),
          spec('STORY-002', 'STORY-006'),
          spec('STORY-003', 'STORY-001, STORY-009'),
          spec('STORY-004'),
          spec('STORY-006'),
          spec('STORY-007'),
        ),
      },
    });
    expect(changed).toEqual({});
    expect(plan.answer.message.split('\n')).toEqual([
      'In progress (1)',
      '  STORY-001  Keep the cart: 1 of 2 tasks ticked',
      'Ready (2)',
      '  STORY-004  Keep the cart',
      '  STORY-002  Keep the cart',
      'Not ready (3)',
      '  STORY-003  Keep the cart: depends on STORY-001, which is in progress; depends on STORY-009, which does not exist',
      '  STORY-005  Fifth: has no spec',
      '  STORY-007  Keep the cart: is not on the board',
    ]);
  });

  it('says that nothing is left', async () => {
    const done = '# Board\n\n## ✅ Done\n\n### [STORY-001] A\n\n- [x] one\n';
    const { plan } = await carryOutOn({
      operation: 'next',
      input: {},
      files: { 'docs/product/sprint_board.md': done },
    });
    expect(plan.answer.message).toBe('every item is done');
  });
});

describe('status', () => {
  it('counts the sprint and the findings that no baseline accepts', async () => {
    const files = {
      'docs/product/sprint_board.md': board,
      ...specs(spec('STORY-001'), spec('STORY-004')),
    };
    const call = { operation: 'status', input: {}, files };
    const { plan } = await carryOutOn(call);
    expect(plan.answer.message).toMatch(
      /^Sprint: 1 in progress, 4 in the backlog, 1 done\n {2}STORY-001: First\nFindings: /,
    );
    expect(plan.answer.message).toContain('Git: not read');
    const { findings } = plan.answer.data as { readonly findings: Readonly<Record<string, number>> }; // by the operation
    expect(findings['warnings']).toBeGreaterThan(0);
    const texts = Object.entries(files).map(([path, text]) => ({ path, text }));
    const { findings: all } = await lintFiles(texts);
    const after = await carryOutOn({
      ...call,
      files: { ...files, '.pactwright/baseline.json': renderBaseline(createBaseline(all)) },
    });
    expect(after.plan.answer.data).toMatchObject({ findings: { errors: 0, warnings: 0, hints: 0, drift: 0 } });
  });

  it('says where to begin without a board', async () => {
    const { plan } = await carryOutOn({ operation: 'status', input: {}, files: {} });
    expect(plan.answer.message).toContain('there is no board (`pactwright new-board` creates one)');
  });
});
