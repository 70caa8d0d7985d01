import { describe, expect, it } from 'vitest';
import { semanticTokens } from '../../../server/src/languageFeatures/semanticTokens.js';
import { featureCase } from '../../support/checkFeature.js';

/** Checks that exactly the marked stretches are tokens, of these types; `!` behind a type marks a declaration. */
async function check(source: string, types: string): Promise<void> {
  const { document, spans } = await featureCase(source);
  const tokens = semanticTokens(document);
  expect(tokens.map(({ span }) => span)).toEqual(spans);
  expect(tokens.map(({ type, declaration }) => `${type}${declaration ? '!' : ''}`).join(' ')).toBe(types);
}

describe('semantic tokens', () => {
  it('of a spec', () =>
    check(
      `=== docs/specs/STORY-001.md
# ⟦STORY-001⟧: Keep it, MUST it

| Field | Value |
|---|---|
| Status | ⟦In Progress⟧ |

## Requirements

### ⟦R1⟧: Keep (⟦MUST⟧)

It ⟦MUST NOT⟧ go, \`MAY\` it. See ⟦STORY-002⟧.

\`\`\`
STORY-003
\`\`\`

## Acceptance Criteria

### ⟦AC1⟧: a (⟦R1⟧)

- **⟦Given⟧** b
`,
      'class! enumMember property! keyword keyword class property! property keyword',
    ));

  it('of a test case and a board', async () => {
    await check(
      '=== docs/test_cases/STORY-001.feature\nFeature: a\n  @⟦AC1⟧\n  Scenario: b\n    ⟦Given⟧ c\n',
      'property keyword',
    );
    await check('=== docs/product/sprint_board.md\n## Backlog\n\n### [⟦STORY-001⟧] MUST\n', 'class');
  });
});
