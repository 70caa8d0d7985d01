import { existsSync, renameSync, rmSync, utimesSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { brokenSpec, cleanSpec } from './projectTexts.js';
import { writeFiles } from './temporaryFolder.js';

const spec = (id: string, status: string, dependsOn: string, touches: string): string =>
  `${cleanSpec(id).replace('In Progress', status)}\n## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${dependsOn} |\n| Touches | ${touches} |\n`;
const cases = (id: string, cited: string): string =>
  `# Test Cases: ${id}\n\n## TC-1: Reload (${cited})\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n`;
const feature = (cited: string): string =>
  `Feature: STORY-001\n\n  @${cited}\n  Scenario: Reload\n    Given a cart\n    When it is reloaded\n    Then it is there\n`;
const board = (lines: number, section: string, mark: string): string =>
  `# Sprint Board\n\n${'A remark.\n\n'.repeat(lines)}## 📋 Backlog\n\n### [STORY-002] Basket\n\n- [${mark}] Model\n\n## ${section}\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-002.md\n\n- [${mark}] Model\n- [ ] View\n`;

/** Which texts a file may have; undefined: it is gone. Few of each, so that what was comes again. */
const texts: Readonly<Record<string, readonly (string | undefined)[]>> = {
  'docs/specs/STORY-001.md': [
    cleanSpec('STORY-001'),
    brokenSpec('STORY-001'),
    spec('STORY-001', 'In Progress', 'STORY-002', '`src/cart.ts`'),
    spec('STORY-001', 'Done', 'STORY-003', '`src/`'),
    // All places as they were, and another sentence.
    cleanSpec('STORY-001').replace('browser', 'cookies'),
    undefined,
  ],
  'docs/specs/STORY-002.md': [
    cleanSpec('STORY-002'),
    spec('STORY-002', 'In Progress', 'STORY-001', '`src/cart.ts`'),
    spec('STORY-002', 'Draft', 'None', '`src/cart.ts`'),
    // The same places, in other lines.
    `x\n\n${cleanSpec('STORY-002')}`,
    `\n\n\n${cleanSpec('STORY-002')}`,
    undefined,
  ],
  'docs/specs/STORY-003.md': [
    spec('STORY-003', 'In Progress', 'STORY-009', '`src/cart.ts`'),
    `${cleanSpec('STORY-003')}\n> The client MUST store the cart in the browser.\n> — STORY-001/R1\n`,
    undefined,
  ],
  'docs/specs/story-4.md': [cleanSpec('STORY-004'), undefined],
  'docs/specs/STORY-004.md': [cleanSpec('STORY-004'), undefined],
  'docs/test_cases/STORY-001.md': [
    '# Test Cases: STORY-001\n',
    cases('STORY-001', 'AC1'),
    cases('STORY-001', 'AC7'),
    undefined,
  ],
  // Nothing of it is kept.
  'docs/test_cases/STORY-001.feature': [feature('AC1'), feature('AC7'), undefined],
  'docs/test_cases/STORY-002_case.md': [cases('STORY-002', 'R1'), undefined],
  'docs/product/sprint_board.md': [
    '# Sprint Board\n\n## 📋 Backlog\n\n### [STORY-001] Cart\n',
    board(0, '🔄 In Progress', ' '),
    board(1, '🔄 In Progress', 'x'),
    board(0, '✅ Done', ' '),
    '',
    undefined,
  ],
  'docs/product/archive/archive_202601.md': ['# Archive\n\n### [STORY-002] Basket\n\n- [x] Model\n', undefined],
  '.pactwright/config.yaml': [
    'rules:\n  E004: warning\n',
    'rules: [',
    'paths:\n  specs: docs/test_cases\n',
    'ignore:\n  - docs/specs/STORY-002.md\n',
    undefined,
  ],
  '.pactwright/baseline.json': ['{ "version": 1, "findings": [] }', '{', undefined],
  'apps/one/docs/specs/STORY-001.md': [brokenSpec('STORY-001'), undefined],
  'README.md': ['# Shop\n', undefined],
  'test/cart.test.ts': [
    "it('STORY-001/AC1: keeps the cart', () => {});\n",
    "it('STORY-001/AC2: keeps the cart', () => {});\n",
    "// DEFERRED(SHOULD): STORY-001/R2\nit('keeps the cart', () => {});\n",
    'export {};\n',
    undefined,
  ],
};

export type Step =
  | { readonly kind: 'edit'; readonly file: string; readonly text: string | undefined }
  | { readonly kind: 'touch'; readonly file: string; readonly at: number }
  | { readonly kind: 'rename'; readonly file: string; readonly to: string };

const file = fc.constantFrom(...Object.keys(texts));
const edit: fc.Arbitrary<Step> = file.chain((file) =>
  fc.record({
    kind: fc.constant('edit' as const),
    file: fc.constant(file),
    text: fc.constantFrom(...(texts[file] ?? [])),
  }),
);
const touch: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('touch' as const),
  file,
  at: fc.constantFrom(1_000_000_000, 1_700_000_000, 4_000_000_000),
});
const rename: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('rename' as const),
  file: fc.constantFrom('docs/specs/STORY-001.md', 'docs/specs/STORY-002.md'),
  to: fc.constantFrom('docs/specs/STORY-002.md', 'docs/specs/STORY-003.md'),
});
/** What may happen to the files of a project. */
export const projectStep = fc.oneof({ arbitrary: edit, weight: 5 }, touch, rename);
export function takeStep(cwd: string, step: Step): void {
  const place = path.join(cwd, step.file);
  if (step.kind === 'edit') {
    if (step.text === undefined) rmSync(place, { force: true });
    else writeFiles(cwd, { [step.file]: step.text });
  } else if (existsSync(place)) {
    if (step.kind === 'touch') utimesSync(place, step.at, step.at);
    else renameSync(place, path.join(cwd, step.to));
  }
}
