import { describe, expect, it } from 'vitest';
import type { FeatureContext } from '../../../server/src/languageFeatures/featureContext.js';
import { prepareRename, rename } from '../../../server/src/languageFeatures/rename.js';
import { type MovedFile, renameFiles } from '../../../server/src/languageFeatures/renameFiles.js';
import type { Renaming } from '../../../server/src/languageFeatures/renameItem.js';
import { applyChanges } from '../../support/applyChanges.js';
import type { CodeFacts } from '../../../server/src/workspace/codeFacts.js';
import { codeFactsOf } from '../../support/codeFixture.js';
import { featureCase } from '../../support/checkFeature.js';
import { withSources } from '../../support/withSources.js';

const project = `=== docs/specs/STORY-001.md
# STORY-001: Cart

| Field | Value |
| ----- | ----- |
| ID | STORY-001 |

## Requirements

### R1: Keep it (MUST)

### R2: Show it (MUST), after STORY-002 R2

### R3: Sort it (MUST)

## Acceptance Criteria

### AC1: Kept (R1–R3)

### AC2: Shown (R2)

\`\`\`sh
git switch feature/STORY-001
\`\`\`
=== docs/specs/STORY-002.md
# STORY-002: List

Needs STORY-001, see [it](STORY-001.md) and docs/design/STORY-001.png; STORY-001/R2.
=== docs/test_cases/STORY-001_case.md
# Test Cases: STORY-001

> Spec: docs/specs/STORY-001.md

## TC-1: Reload (AC-2)

- **Given** a
- **When** b
- **Then** c
=== docs/product/sprint_board.md
# Sprint Board

## 📋 Backlog

### [STORY-001] Cart
> Spec: docs/specs/STORY-001.md

- [ ] [Model](../test_cases/STORY-001_case.md)

## 🔄 In Progress

## ✅ Done
`;
const sources = { 'tests/cart.test.ts': "it('STORY-001/AC2 keeps STORY-0011');\nit('STORY-001: TC-1 reloads');\n" };

const textsOf = ({ project: { documents, code } }: FeatureContext): ReadonlyMap<string, string> =>
  new Map([...documents, ...(code?.sources ?? [])].map(({ path, text }) => [path, text]));

interface Asked {
  readonly context: FeatureContext;
  readonly answer: Renaming | undefined;
}

/** Renames what is at the cursor, which `at` puts into the project. */
async function ask(at: string, newName: string, text = project): Promise<Asked> {
  expect(text).toContain(at.replace('‸', ''));
  const asked = await featureCase(text.replace(at.replace('‸', ''), at));
  const context = withSources(asked.context, sources);
  return { context, answer: rename(context, asked.offset, newName) };
}

/** Checks that a rename leaves the project as `expected` makes it of the project's texts. */
async function check(
  at: string,
  newName: string,
  expected: (text: string, path: string) => string,
  files = project,
): Promise<void> {
  const { context, answer } = await ask(at, newName, files);
  if (answer?.kind !== 'renaming') throw new Error(answer?.reason ?? 'nothing to rename');
  const texts = textsOf(context);
  expect(Object.fromEntries(applyChanges(texts, answer.changes))).toEqual(
    Object.fromEntries(
      Array.from(texts, ([path, text]) => [
        path.startsWith('docs/') && newName.startsWith('STORY') ? path.replace('STORY-001', newName) : path,
        expected(text, path),
      ]),
    ),
  );
}

describe('rename', () => {
  it('of an item changes files and mentions, not what is quoted or names another file', () =>
    check('[STORY-‸001]', 'STORY-al-7', (text) =>
      text
        .replace(/STORY-001(?!1|\.png|\n```)/g, 'STORY-al-7')
        .replace('switch feature/STORY-al-7', 'switch feature/STORY-001'),
    ));

  it('of an item says what keeps the old name', async () => {
    const { answer } = await ask('[STORY-‸001]', 'STORY-003');
    expect(answer).toHaveProperty('done', expect.stringMatching(/^Renamed STORY-001 to STORY-003 in \d+ files\.$/u));
    const { context, offset } = await featureCase(project.replace('[STORY-001]', '[STORY-‸001]'));
    const item = context.trace.item('STORY-001') ?? expect.fail('no item');
    const branch = { name: 'feature/STORY-001', tip: '', items: [], at: 0 };
    const commit = { hash: 'a', parents: [], at: 0, author: '', subject: '', items: [], paths: [] };
    const trace: FeatureContext['trace'] = {
      ...context.trace,
      item: (id) => (id === item.id ? { ...item, commits: [commit, commit], branches: [branch] } : undefined),
    };
    expect(rename({ ...context, trace }, offset, 'STORY-003')).toHaveProperty(
      'done',
      expect.stringMatching(
        /^Renamed STORY-001 to STORY-003 in \d+ files\. The old id stays in 2 commits; no action is needed\. To rename the branch as well, run: git branch -m feature\/STORY-001 feature\/STORY-003$/u,
      ),
    );
  });

  it('of a requirement changes spec, citations and what names it with its item', () =>
    check(
      '### R2‸',
      'R7',
      (text) => text.replace('### R2', '### R7').replace('(R2)', '(R7)').replace('STORY-001/R2', 'STORY-001/R7'),
      project.replace('R1–R3', 'R1'),
    ));

  it('of a criterion keeps the form it is written in', () =>
    check('### AC2‸', 'AC9', (text) =>
      text.replace('### AC2', '### AC9').replace('AC-2', 'AC-9').replace('STORY-001/AC2', 'STORY-001/AC9'),
    ));

  it('of the end of a range that stays whole rewrites it', () =>
    check('### R1‸', 'R4', (text) => text.replace('### R1', '### R4').replace('(R1–R3)', '(R2–R4)')));

  it('of a scenario changes its tests', () => check('TC-‸1', 'TC-4', (text) => text.replace('TC-1', 'TC-4')));

  it.each([
    ['[STORY-‸001]', 'STORY-002', /STORY-002 is taken \(docs\/specs\/STORY-002\.md\)/],
    ['[STORY-‸001]', 'STORY 3', /`STORY 3` is not an item id/],
    ['[STORY-‸001]', 'STORY-001', /already/],
    ['### R2‸', 'R3', /R3 is taken/],
    ['### R2‸', 'AC3', /`AC3` is not an id of a requirement/],
    ['### R2‸', 'R2', /already/],
    ['### R2‸', 'R7', /docs\/specs\/STORY-001\.md:17 names R2 within the range R1–R3/],
  ])('of %s to %s is refused', async (at, newName, reason) => {
    const { answer } = await ask(at, newName);
    expect(answer).toHaveProperty('kind', 'refused');
    expect(answer).toHaveProperty('reason', expect.stringMatching(reason));
  });

  it.each([
    [
      ['docs/test_cases/STORY-003_case.md'],
      undefined,
      'STORY-003 is taken: there is a file docs/test_cases/STORY-003_case.md.',
    ],
    [[], { path: 'docs/test_cases', isLink: true }, 'docs/test_cases is a link, which is not followed'],
    [[], { path: 'docs/test_cases', isLink: false }, 'docs/test_cases is not searched'],
  ])('to an id whose file is there, or may be, is refused: %j %j', async (more, unseen, reason) => {
    const { context, offset } = await featureCase(project.replace('[STORY-001]', '[STORY-‸001]'));
    const files = [...context.project.documents, ...more.map((path) => ({ path, text: '' }))];
    const { exists, ...facts } = codeFactsOf(files);
    const hides = (path: string): boolean => unseen !== undefined && path.startsWith(`${unseen.path}/`);
    const code: CodeFacts = {
      ...facts,
      exists: (path) => hides(path) || exists(path),
      unseen: (path) => (hides(path) ? unseen : undefined),
    };
    const answer = rename({ ...context, project: { ...context.project, code } }, offset, 'STORY-003');
    expect(answer).toHaveProperty('reason', expect.stringContaining(reason));
  });

  it('to an id that is named already but is not there is refused', async () => {
    const { answer } = await ask('### AC1‸', 'AC5', project.replace('Shown (R2)', 'Shown (R2), unlike AC5'));
    expect(answer).toHaveProperty('reason', expect.stringContaining('names a AC5 that does not exist'));
  });

  it.each([
    ['### R1‸: Keep', 'R1', 'R1'],
    ['Reload (AC‸-2)', 'AC-2', 'AC2'],
    ['Needs STORY-‸001', 'STORY-001', 'STORY-001'],
    ['Mod‸el', undefined, undefined],
    ['R1‸–R3', 'R1–R3', 'R1'],
  ])('at %s begins with the id', async (at, text, placeholder) => {
    const { context, document, offset } = await featureCase(project.replace(at.replace('‸', ''), at));
    const start = prepareRename(context, offset);
    expect(start && document.text.slice(start.span.start, start.span.end)).toBe(text);
    expect(start?.placeholder).toBe(placeholder);
  });
});

describe('renamed files', () => {
  const spec = 'docs/specs/STORY-001.md';
  const caseFile = 'docs/test_cases/STORY-001_case.md';

  async function checkFiles(
    moved: readonly MovedFile[],
    expected: (text: string, path: string) => string,
    newPaths: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const { context: asked } = await featureCase(project);
    const context = withSources(asked, sources);
    const texts = textsOf(context);
    expect(Object.fromEntries(applyChanges(texts, renameFiles(context, moved)))).toEqual(
      Object.fromEntries(Array.from(texts, ([path, text]) => [newPaths[path] ?? path, expected(text, path)])),
    );
  }

  it('a spec takes its item along, the test case too', () =>
    checkFiles(
      [{ oldPath: spec, newPath: 'docs/specs/STORY-009.md' }],
      (text) =>
        text.replace(/STORY-001(?!1|\.png|\n```)/g, 'STORY-009').replace('feature/STORY-009', 'feature/STORY-001'),
      { [caseFile]: 'docs/test_cases/STORY-009_case.md' },
    ));

  it('spec and test case at once are renamed once', () =>
    checkFiles(
      [
        { oldPath: spec, newPath: 'docs/specs/STORY-009.md' },
        { oldPath: caseFile, newPath: 'docs/test_cases/STORY-009_case.md' },
      ],
      (text) =>
        text.replace(/STORY-001(?!1|\.png|\n```)/g, 'STORY-009').replace('feature/STORY-009', 'feature/STORY-001'),
    ));

  it('a name that is no id changes what names the path', () =>
    checkFiles([{ oldPath: spec, newPath: 'docs/specs/cart.md' }], (text) =>
      text.replaceAll('docs/specs/STORY-001.md', 'docs/specs/cart.md').replace('(STORY-001.md)', '(cart.md)'),
    ));

  it('a name that is taken changes what names the path', () =>
    checkFiles([{ oldPath: spec, newPath: 'docs/specs/STORY-002.md' }], (text) =>
      text.replaceAll('docs/specs/STORY-001.md', 'docs/specs/STORY-002.md').replace('(STORY-001.md)', '(STORY-002.md)'),
    ));

  it('another folder changes links', () =>
    checkFiles([{ oldPath: spec, newPath: 'docs/old/STORY-001.md' }], (text) =>
      text
        .replaceAll('docs/specs/STORY-001.md', 'docs/old/STORY-001.md')
        .replace('(STORY-001.md)', '(../old/STORY-001.md)'),
    ));

  it('a test case speaks of its new item', () =>
    checkFiles([{ oldPath: caseFile, newPath: 'docs/test_cases/STORY-002_case.md' }], (text, path) =>
      path === caseFile
        ? text.replaceAll('STORY-001', 'STORY-002')
        : text.replace('../test_cases/STORY-001_case.md', '../test_cases/STORY-002_case.md'),
    ));
});
