import { expect, test } from 'vitest';
import { carryOutOn, refusalOf } from '../../../support/checkOperation.js';
import { cleanSpec } from '../../../support/projectTexts.js';

const spec = (id: string, dependsOn: string, touches: string): string =>
  `${cleanSpec(id).replace(/\n## Dependency Surface\n[^#]*/u, '\n')}\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n| Provides | none |\n| Touches | ${touches} |\n| Conflict risk | LOW |\n`;

const files = (specs: Readonly<Record<string, readonly [string, string]>>, done = ''): Record<string, string> => ({
  'docs/product/sprint_board.md': `# Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n## ✅ Done\n${done}`,
  ...Object.fromEntries(
    Object.entries(specs).map(([id, [dependsOn, touches]]) => [`docs/specs/${id}.md`, spec(id, dependsOn, touches)]),
  ),
});

test('waves follow dependencies; what is done, or does not exist, holds nothing up', async () => {
  const given = files(
    {
      'STORY-001': ['none', 'none'],
      'STORY-002': ['STORY-001, STORY-099', '`src/cart.ts`'],
      'STORY-003': ['STORY-002', '`src/*.ts`'],
      'STORY-004': ['none', '`src/c*t.ts`, `docs/a.md`'],
      'STORY-005': ['STORY-001', '`src/cart.py`'],
    },
    '\n### [STORY-001] First\n',
  );
  const { plan, changed } = await carryOutOn({ operation: 'spec-graph', input: { write: true }, files: given });
  expect(plan.answer.data).toMatchObject({
    waves: [['STORY-002', 'STORY-004', 'STORY-005'], ['STORY-003']],
    conflicts: [
      { items: ['STORY-002', 'STORY-003'], shared: ['src/cart.ts and src/*.ts'], sameWave: false },
      { items: ['STORY-002', 'STORY-004'], shared: ['src/cart.ts and src/c*t.ts'], sameWave: true },
      { items: ['STORY-003', 'STORY-004'], shared: ['src/*.ts and src/c*t.ts'], sameWave: false },
    ],
  });
  expect(changed['docs/architecture/graphs/story_graph.mmd']).toBe(`graph LR
    subgraph wave1["Wave 1"]
        STORY_002["STORY-002"]
        STORY_004["STORY-004"]
        STORY_005["STORY-005"]
    end
    subgraph wave2["Wave 2"]
        STORY_003["STORY-003"]
    end
    STORY_002 --> STORY_003
`);
});

test('a circle is refused, and named; items that merely wait for it are not in it', async () => {
  const given = files({
    'STORY-001': ['STORY-002', 'none'],
    'STORY-002': ['STORY-001', 'none'],
    'STORY-003': ['STORY-001', 'none'],
  });
  expect(await refusalOf({ operation: 'spec-graph', input: {}, files: given })).toMatchObject({
    code: 'not-allowed',
    candidates: ['STORY-001', 'STORY-002'],
  });
});
