import { describe, expect, it } from 'vitest';
import { createGitFacts } from '../../support/gitFixture.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { lintFiles } from '../../support/lintFiles.js';
import { configurationOf } from '../../support/ruleFixture.js';

const strict = configurationOf('conventions: { commits: required, testCases: required, tests: required }');
const git = createGitFacts({
  commits: [
    { id: 'c1', at: '2026-01-01', subject: 'Plan', files: ['src/a.ts'] },
    { id: 'c2', at: '2026-01-02', subject: 'Try', on: 'feature/STORY-001', files: ['src/a.ts'] },
    { id: 'c3', at: '2026-01-03', subject: 'More', files: ['src/a.ts'] },
  ],
  branches: ['feature/STORY-001'],
});

/** The codes of what drift and trace say, but for information, of an item with this Status that was never finished. */
async function saidOf(status: string, section: string): Promise<readonly string[]> {
  const spec = `# STORY-001: Carts

| Field | Value |
|-------|-------|
| ID | STORY-001 |
| Status | ${status} |
| Release | TBD |

## Requirements

### R1: Keep them (MUST)

How long is to be decided. See \`src/never.ts\`.

## Implementation Steps

| Step | File | Action | Dependencies | Risk |
|------|------|--------|--------------|------|
| 1 | \`src/never.ts\` | write it | None | Low |
`;
  const files = [
    { path: 'docs/specs/STORY-001.md', text: spec },
    {
      path: 'docs/product/sprint_board.md',
      text: `# Sprint Board\n\n${section}\n\n### [STORY-001] Carts\n\n- [x] Data model\n- [ ] UI\n`,
    },
    { path: 'src/a.ts', text: '' },
  ];
  const { findings } = await lintFiles(files, strict, { git, code: codeFactsOf(files) });
  const own = findings.filter(({ code, severity }) => /^PW[67]/u.test(code) && severity !== 'info');
  return [...new Set(own.map(({ code }) => code))].sort();
}

describe('an item that is given up', () => {
  it.each(['Cancelled', 'canceled', 'Superseded by STORY-012', 'Rejected', "Won't do", 'Wontfix'])(
    'is not asked for what it was never to have: %s',
    async (status) => {
      expect(await saidOf(status, '## ✅ Done')).toEqual([]);
    },
  );

  it('is asked for it where it is done', async () => {
    expect(await saidOf('Done', '## ✅ Done')).toEqual(['PW612', 'PW615', 'PW617', 'PW623', 'PW626', 'PW633']);
  });

  it('is told to leave the section where it would be begun', async () => {
    expect(await saidOf('Cancelled', '## 🔄 In Progress')).toContain('PW613');
    expect(await saidOf('Cancelled', '## 📋 Backlog')).toEqual(['PW613']);
  });
});
