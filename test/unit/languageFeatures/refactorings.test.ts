import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { documentKindOf } from '../../../server/src/documents/documentKind.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { alignTables } from '../../../server/src/languageFeatures/refactorings/alignTables.js';
import { createMissing } from '../../../server/src/languageFeatures/refactorings/createMissing.js';
import { extractRequirement } from '../../../server/src/languageFeatures/refactorings/extractRequirement.js';
import type { Refactoring } from '../../../server/src/languageFeatures/refactorings/refactoring.js';
import { renumber } from '../../../server/src/languageFeatures/refactorings/renumber.js';
import { applyEdits } from '../../../server/src/markdown/textEdit.js';
import { applyChanges } from '../../support/applyChanges.js';
import { type FeatureCase, featureCase } from '../../support/checkFeature.js';
import { withSources } from '../../support/withSources.js';

const specPath = 'docs/specs/STORY-001.md';
const board = `=== docs/product/sprint_board.md
# Sprint Board

## 📋 Backlog

### [STORY-002] Wish list

- [ ] Model

## 🔄 In Progress

## ✅ Done
`;

/** The files a refactoring changes or makes, after it. */
function after({ context }: Pick<FeatureCase, 'context'>, { changes }: Refactoring): Readonly<Record<string, string>> {
  const { documents, code } = context.project;
  const texts = new Map([...documents, ...(code?.sources ?? [])].map(({ path, text }) => [path, text] as const));
  return Object.fromEntries([...applyChanges(texts, changes)].filter(([path, text]) => texts.get(path) !== text));
}

describe('what an item lacks is created', () => {
  const spec = `=== ${specPath}
# STORY-001‸: Cart

## Requirements

### R1: Keep it (MUST)

## Acceptance Criteria

### AC1: Kept (R1)

- **Given** a
- **When** b
- **Then** c
`;

  const titles = async (text: string): Promise<readonly string[]> => {
    const { context, offset } = await featureCase(text);
    return createMissing(context, offset).map(({ title }) => title);
  };

  it('a test case with a scenario per criterion, and an entry', async () => {
    const asked = await featureCase(spec + board);
    const [testCase, entry, ...others] = createMissing(asked.context, asked.offset);
    if (!testCase || !entry) throw new Error('nothing to create');
    expect(others).toEqual([]);
    expect(after(asked, testCase)).toEqual({
      'docs/test_cases/STORY-001_case.md':
        '# Test Cases: STORY-001 — Cart\n\n> Spec: docs/specs/STORY-001.md\n\n## TC-1: Kept (AC1, R1)\n\n- **Given** a\n- **When** b\n- **Then** c\n',
    });
    expect(after(asked, entry)).toEqual({
      'docs/product/sprint_board.md': expect.stringContaining(
        '- [ ] Model\n\n### [STORY-001] Cart\n> Spec: docs/specs/STORY-001.md\n\n- [ ] Keep it\n\n## 🔄',
      ) as unknown,
    });
  });

  it('a spec with the title of the entry', async () => {
    const asked = await featureCase(board.replace('STORY-002]', 'STORY-002‸]'));
    const [made, ...others] = createMissing(asked.context, asked.offset);
    if (!made) throw new Error('nothing to create');
    expect(others).toEqual([]);
    expect(after(asked, made)).toEqual({
      'docs/specs/STORY-002.md': expect.stringMatching(/^# STORY-002: Wish list\n[^]*\| Status \| Draft \|/) as unknown,
    });
  });

  it('nothing that is there', async () => {
    expect(
      await titles(`${spec}${board.replace('STORY-002', 'STORY-001')}=== docs/test_cases/STORY-001_case.md\n# T\n`),
    ).toEqual([]);
    expect(await titles('=== docs/specs/STORY-001.md\n# ‸Cart\n')).toEqual([]);
  });
});

describe('a requirement extracted', () => {
  const check = async (marked: string, expected: string | undefined): Promise<void> => {
    const asked = await featureCase(`=== ${specPath}\n${marked}`);
    const selection = asked.spans[0] ?? expect.fail('no selection');
    const made = extractRequirement(asked.document, selection);
    expect(made && after(asked, made)[specPath]).toBe(expected);
  };

  it.each([
    [
      'of a paragraph goes to the end of the requirements',
      '# S\n\n## Background\n\n⟦The `cart` must survive a reload, always.⟧\n\n## Requirements\n\n### R2: b (MUST)\n\nb\n\n## Acceptance Criteria\n',
      '# S\n\n## Background\n\nSee R3.\n\n## Requirements\n\n### R2: b (MUST)\n\nb\n\n### R3: The cart must survive a reload (MUST)\n\nThe `cart` must survive a reload, always.\n\n## Acceptance Criteria\n',
    ],
    [
      'of a part of an item leaves its id; the level is the text’s',
      '# S\n\n- First: ⟦it SHOULD\n  be sorted⟧, then shown.\n\n## Requirements\n',
      '# S\n\n- First: R1, then shown.\n\n## Requirements\n\n### R1: it SHOULD be sorted (SHOULD)\n\nit SHOULD\nbe sorted\n',
    ],
    [
      'of the requirements’ own text',
      '# S\r\n\r\n## Requirements\r\n\r\n⟦It sorts.⟧',
      '# S\r\n\r\n## Requirements\r\n\r\nSee R1.\r\n\r\n### R1: It sorts (MUST)\r\n\r\nIt sorts.',
    ],
    ['of nothing is none', '# S\n\na⟦ ⟧b\n\n## Requirements\n', undefined],
    ['of more than one block is none', '# S\n\n⟦a\n\nb⟧\n\n## Requirements\n', undefined],
    ['of a heading is none', '# ⟦S⟧\n\n## Requirements\n', undefined],
    ['without requirements to stand in is none', '# S\n\n⟦a⟧\n', undefined],
    ['behind an open fence is none', '# S\n\n⟦a⟧\n\n## Requirements\n\n```\nx\n', undefined],
  ])('%s', (_, marked, expected) => check(marked, expected));
});

describe('renumbering', () => {
  const spec = (requirements: string, criteria: string): string =>
    `=== ${specPath}\n# STORY-001: S\n\n## Requirements\n\n${requirements}\n## Acceptance Criteria\n\n${criteria}`;
  const testCase = '=== docs/test_cases/STORY-001_case.md\n# Test Cases: STORY-001\n\n## TC-1: a (AC5, R4)\n';

  it('closes gaps and changes citations in spec, test case and tests', async () => {
    const asked = await featureCase(
      spec('### R1: a\n\n### R2: b\n\n‸### R4: c\n', '### AC2: a (R1–R4)\n\n### AC5: b (R4), see R2\n') + testCase,
    );
    const context = withSources(asked.context, { 'a.test.ts': "it('STORY-001/R4 sorts');\n" });
    const made = renumber(context, asked.offset);
    if (!made) throw new Error('nothing to renumber');
    expect(made.title).toBe('Renumber the requirements (R4 becomes R3)');
    const changed = after({ context }, made);
    expect(changed[specPath]).toContain('### R3: c\n');
    expect(changed[specPath]).toContain('### AC2: a (R1–R3)\n\n### AC5: b (R3), see R2\n');
    expect(changed['docs/test_cases/STORY-001_case.md']).toContain('(AC5, R3)');
    expect(changed['a.test.ts']).toBe("it('STORY-001/R3 sorts');\n");
  });

  it('of criteria changes theirs alone', async () => {
    const asked = await featureCase(spec('### R4: a\n', '### AC2: a\n\n### AC5‸: b (R4)\n') + testCase);
    const made = renumber(asked.context, asked.offset);
    const changed = made && after(asked, made);
    expect(changed?.[specPath]).toContain('### R4: a\n');
    expect(changed?.[specPath]).toContain('### AC1: a\n\n### AC2: b (R4)\n');
    expect(changed?.['docs/test_cases/STORY-001_case.md']).toContain('(AC2, R4)');
  });

  it('writes a range as a list where its ids part', async () => {
    const asked = await featureCase(spec('### R1: a\n\n### R3: c‸\n\n### R2: b\n', '### AC1: a (R1–R2)\n'));
    const made = renumber(asked.context, asked.offset);
    expect(made && after(asked, made)[specPath]).toContain('### AC1: a (R1, R3)\n');
  });

  it.each([
    ['without gaps', '### R1‸: a\n\n### R2: b\n', '### AC1: a\n'],
    ['with an id twice', '### R1‸: a\n\n### R3: b\n\n### R3: c\n', '### AC1: a\n'],
    ['with a mention that would come to mean another', '### R1‸: a\n\n### R3: b\n', '### AC1: a (R2)\n'],
  ])('is not offered %s', async (_, requirements, criteria) => {
    const { context, offset } = await featureCase(spec(requirements, criteria));
    expect(renumber(context, offset)).toBeUndefined();
  });
});

describe('alignment', () => {
  const align = async (path: string, text: string): Promise<string> => {
    const document = await parseDocument(documentKindOf(path) ?? expect.fail('no document'), path, text);
    return applyEdits(text, alignTables(document));
  };
  const check = async (path: string, text: string, expected: string): Promise<void> => {
    const aligned = await align(path, text);
    expect(aligned).toBe(expected);
    expect(await align(path, aligned)).toBe(aligned);
    expect(await format(aligned, { parser: 'markdown', endOfLine: 'auto' })).toBe(aligned);
  };

  it.each([
    [
      'metadata',
      '# STORY-001: S\n\n|Field|Value|\n|--|:-:|\n| ID|STORY-001 |\n| Owner | 山田 ✅ |\n| Empty | |\n',
      '# STORY-001: S\n\n| Field |   Value   |\n| ----- | :-------: |\n| ID    | STORY-001 |\n| Owner |  山田 ✅  |\n| Empty |           |\n',
    ],
    [
      'steps with escaped pipes and numbers to the right',
      '## Implementation Steps\n\n|Step|File|Action|\n|-:|---|---|\n|1|`a\\|b.ts`|❤️ x|\n',
      '## Implementation Steps\n\n| Step | File      | Action |\n| ---: | --------- | ------ |\n|    1 | `a\\|b.ts` | ❤️ x   |\n',
    ],
    [
      'security and dependencies, with a family',
      '## Security Scope\n\n| Check | Applicable | Reason |\n|---|---|---|\n| SEC-1 | Yes | 👩‍👩‍👧 |\n\n## Dependency Surface\n\n|Field|Value|\n|-|-|\n|Touches|한글|\n',
      '## Security Scope\n\n| Check | Applicable | Reason |\n| ----- | ---------- | ------ |\n| SEC-1 | Yes        | 👩‍👩‍👧     |\n\n## Dependency Surface\n\n| Field   | Value |\n| ------- | ----- |\n| Touches | 한글  |\n',
    ],
  ])('of %s is Prettier’s', (_, text, expected) => check(specPath, text, expected));

  it('of tasks leaves one blank, and what hangs on an item', () =>
    check(
      'docs/product/sprint_board.md',
      '# Board\n\n## 📋 Backlog\n\n### [STORY-001] A\n\n-  [ ]   one\n- [x]  two\n- [ ] \tthree\n\n## ✅ Done\n',
      '# Board\n\n## 📋 Backlog\n\n### [STORY-001] A\n\n- [ ] one\n- [x] two\n- [ ] three\n\n## ✅ Done\n',
    ));

  it('keeps the blanks that what hangs on a task needs', async () => {
    const text = '## 📋 Backlog\n\n### [STORY-001] A\n\n-   [ ] one\n\n    more\n';
    expect(await align('docs/product/sprint_board.md', text)).toBe(text);
  });

  it.each([
    ['other tables', '# S\n\n## Notes\n\n|a|b|\n|-|-|\n|1|2|\n'],
    ['ragged tables', '# S\n\n|Field|Value|\n|-|-|\n|ID|\n'],
  ])('leaves %s alone', async (_, text) => {
    expect(await align(specPath, text)).toBe(text);
  });
});
