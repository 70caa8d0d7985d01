import { cleanSpec } from './projectTexts.js';

/** A project with STORY-001 in progress, as gates are asked about: each part can be another one, or missing (empty). */
export interface GateProjectParts {
  readonly spec?: string;
  /** The Field/Value rows of the Dependency Surface. */
  readonly surface?: string;
  readonly cases?: string;
  readonly board?: string;
  /** The test of AC1. */
  readonly test?: string;
  /** More parts of a rule fixture, `=== git` and `=== configuration` among them. */
  readonly more?: string;
}

const surface = '| Depends on | None |\n| Touches | `src/cart.ts`, `src/store/` |';
export const cases =
  '# Test Cases: STORY-001 — Keep the cart\n\n> Spec: docs/specs/STORY-001.md\n\n## TC-1: Reload (AC1)\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n';
export const board =
  '# Sprint Board\n\n## 📋 Backlog\n\n## 🔄 In Progress\n\n### [STORY-001] Keep the cart\n> Spec: docs/specs/STORY-001.md\n\n- [x] Model\n- [x] View\n\n## ✅ Done\n';
const testOfAc1 = "test('STORY-001/AC1 keeps the cart', () => { expect(cart()).toBe(1); });\n";

/** The project as a rule fixture. */
export function gateProject(parts: GateProjectParts = {}): string {
  const rows = parts.surface ?? surface;
  const section = rows === '' ? '' : `\n## Dependency Surface\n\n| Field | Value |\n| --- | --- |\n${rows}\n`;
  const files: readonly (readonly [string, string])[] = [
    ['docs/specs/STORY-001.md', parts.spec ?? `${cleanSpec()}${section}`],
    ['docs/test_cases/STORY-001_case.md', parts.cases ?? cases],
    ['docs/product/sprint_board.md', parts.board ?? board],
    ['test/cart.test.ts', parts.test ?? testOfAc1],
    ['src/cart.ts', 'export const cart = () => 1;\n'],
  ];
  return `${files.map(([path, text]) => (text === '' ? '' : `=== ${path}\n${text}`)).join('')}${parts.more ?? ''}`;
}
