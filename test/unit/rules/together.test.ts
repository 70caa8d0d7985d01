import { describe, expect, it } from 'vitest';
import { allRules } from '../../../server/src/rules/registry.js';
import { saidTogether } from '../../../server/src/rules/together.js';
import { lintFixture } from '../../support/lintFixture.js';

/** A board whose entries are done, with specs that say Draft. */
function project(items: number): string {
  const ids = Array.from({ length: items }, (_, index) => `STORY-${String(index + 1).padStart(3, '0')}`);
  const specs = ids.map(
    (id) =>
      `=== docs/specs/${id}.md\n# ${id}: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | ${id} |\n| Status | Draft |\n`,
  );
  const entries = ids.map((id) => `### [${id}] Cart\n\n- [x] Build\n`);
  return `${specs.join('')}=== docs/product/sprint_board.md\n# Sprint Board\n\n## ✅ Done\n\n${entries.join('\n')}`;
}

describe('findings of one cause', () => {
  it('are said once for a document, with their number and each place', async () => {
    const { findings } = await lintFixture(project(98));
    const board = findings.filter(({ path }) => path.endsWith('sprint_board.md'));
    expect(board.filter(({ code }) => code === 'PW613')).toHaveLength(98);
    const [said, ...others] = saidTogether(board, allRules).filter(({ code }) => code === 'PW613');
    expect(others).toEqual([]);
    expect(said?.message).toMatch(/^98 entries contradict/u);
    expect(said?.related).toHaveLength(98);
    expect(new Set(said?.related?.map(({ range }) => range.start.line)).size).toBe(98);
  });

  it('are said one by one where they are few', async () => {
    const { findings } = await lintFixture(project(9));
    expect(saidTogether(findings, allRules)).toEqual(findings);
  });

  it('are one error where no criterion names any of the requirements that MUST be met', async () => {
    const numbers = Array.from({ length: 21 }, (_, index) => index + 1);
    const spec = [
      '# STORY-001: Cart\n\n| Field | Value |\n|-------|-------|\n| ID | STORY-001 |\n| Status | In Progress |\n',
      '## Requirements\n',
      ...numbers.map((number) => `### R${number}: Keep it (MUST)\n`),
      '## Acceptance Criteria\n\n### AC1: Reload\n\n- **Given** a cart\n- **When** it reloads\n- **Then** it is there\n',
    ].join('\n');
    const cases = '# Test Cases: STORY-001\n\n## TC-1: Reload (AC1)\n\n- **Given** a\n- **When** b\n- **Then** c\n';
    const { findings } = await lintFixture(
      `=== docs/specs/STORY-001.md\n${spec}=== docs/test_cases/STORY-001_case.md\n${cases}`,
    );
    const found = findings.filter(({ code }) => code === 'PW701');
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ severity: 'error' });
    expect(found[0]?.message).toContain('the 21 MUST be met');
    expect(found[0]?.related?.filter(({ path }) => path === 'docs/specs/STORY-001.md')).toHaveLength(21);
  });
});
