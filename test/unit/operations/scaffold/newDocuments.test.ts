import { describe, expect, it } from 'vitest';
import { carryOutOn, type OperationCase, refusalOf } from '../../../support/checkOperation.js';
import { cleanSpec } from '../../../support/projectTexts.js';

const boardPath = 'docs/product/sprint_board.md';
const board =
  '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-004] Guest carts\n\n- [x] One\n\n## ✅ Done\n';
const specPath = 'docs/specs/STORY-001.md';

const call = (operation: string, input: OperationCase['input'], files: OperationCase['files']): OperationCase => ({
  operation,
  input,
  files,
});

describe('new-spec', () => {
  it.each([
    [{ item: 'STORY-004' }, '# STORY-004: Guest carts\n', 'In Progress'],
    [{ item: 'STORY-004', title: ' Other ' }, '# STORY-004: Other\n', 'In Progress'],
    [{ item: 'BUG-al-007', title: 'Lost' }, '# BUG-al-007: Lost\n', 'Draft'],
  ])('makes %j', async (input, heading, status) => {
    const { plan, changed } = await carryOutOn(call('new-spec', input, { [boardPath]: board }));
    const path = `docs/specs/${input.item}.md`;
    expect(Object.keys(changed)).toEqual([path]);
    expect(changed[path]?.startsWith(heading)).toBe(true);
    expect(changed[path]).toContain(`| Status | ${status} |`);
    expect(plan.answer.data).toMatchObject({ item: input.item, path, placeholder: { path } });
  });

  it.each([
    ['without a title', { item: 'STORY-005' }, {}, 'invalid-input'],
    ['where there is one', { item: 'STORY-001', title: 'A' }, { [specPath]: cleanSpec() }, 'exists'],
    [
      'where there is one in other letters',
      { item: 'STORY-001', title: 'A' },
      { 'docs/specs/story-001.md': '' },
      'exists',
    ],
    ['a title that breaks the heading', { item: 'STORY-001', title: 'A\nB' }, {}, 'invalid-input'],
  ])('is refused %s', async (_, input, files, code) => {
    expect(await refusalOf(call('new-spec', input, files))).toMatchObject({ code });
  });
});

describe('new-test-case', () => {
  it('writes a scenario for each criterion', async () => {
    const spec = cleanSpec()
      .replace('\n## Target', '\n### AC2: No cart\n\nNothing yet.\n\n## Target')
      .replaceAll('\n', '\r\n');
    const { plan, changed } = await carryOutOn(call('new-test-case', { item: 'STORY-001' }, { [specPath]: spec }));
    expect(changed).toEqual({
      'docs/test_cases/STORY-001_case.md': [
        '# Test Cases: STORY-001 — Keep the cart',
        '',
        '> Spec: docs/specs/STORY-001.md',
        '',
        '## TC-1: Reload keeps the cart (AC1, R1)',
        '',
        '- **Given** a cart with one item',
        '- **When** the page is reloaded',
        '- **Then** the item is still there',
        '',
        '## TC-2: No cart (AC2)',
        '',
        '- **Given** TODO',
        '- **When** TODO',
        '- **Then** TODO',
        '',
      ].join('\r\n'),
    });
    expect(plan.answer.data).toMatchObject({ scenarios: 2 });
  });

  it.each([
    ['without spec', {}, 'not-found'],
    ['where there is one', { [specPath]: cleanSpec(), 'docs/test_cases/STORY-001.feature': 'Feature: x\n' }, 'exists'],
    ['without criteria', { [specPath]: '# STORY-001: A\n' }, 'not-allowed'],
  ])('is refused %s', async (_, files, code) => {
    expect(await refusalOf(call('new-test-case', { item: 'STORY-001' }, files))).toMatchObject({ code });
  });
});

describe('new-skill', () => {
  const input = { skill: 'notes', description: 'Writes notes' };
  const deployed = (...agents: readonly string[]) => ({
    '.pactwright/deployed.json': JSON.stringify({ version: 1, agents, only: [], exclude: [], files: {}, shared: {} }),
  });
  it.each([
    ['Claude Code, where nothing is set up', {}, input, ['.claude']],
    ['each agent that the project is set up for', deployed('codex', 'gemini'), input, ['.agents', '.gemini']],
    ['a folder that agents share, once', deployed('codex', 'agents'), input, ['.agents']],
    ['the agent of a plugin', deployed('claude-plugin'), input, ['.claude']],
    ['those that are named', deployed('codex'), { ...input, agents: 'qwen' }, ['.qwen']],
  ])('writes for %s', async (_name, files, given, folders) => {
    const { changed } = await carryOutOn(call('new-skill', given, files));
    expect(Object.keys(changed).sort()).toEqual(folders.map((one) => `${one}/skills/notes/SKILL.md`));
  });
});

describe('new-prd', () => {
  const path = 'docs/product/prd.md';

  it('has ten parts and the day', async () => {
    const { changed } = await carryOutOn(call('new-prd', { product: 'Shop' }, {}));
    expect(changed[path]).toMatch(/^# Product Requirements: Shop\n\n- Version: 0\.1\n- Date: 2026-0[23]-\d\d\n/);
    expect(changed[path]?.match(/^## \d+\. /gm)).toEqual(Array.from({ length: 10 }, (_, at) => `## ${at + 1}. `));
  });

  it('leaves the one there is', async () => {
    expect(await refusalOf(call('new-prd', { product: 'Shop' }, { [path]: 'Mine.\n' }))).toMatchObject({
      code: 'exists',
    });
  });
});
