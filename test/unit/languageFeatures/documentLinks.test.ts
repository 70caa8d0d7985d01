import { describe, expect, it } from 'vitest';
import { documentLinks } from '../../../server/src/languageFeatures/documentLinks.js';
import type { FeatureContext } from '../../../server/src/languageFeatures/featureContext.js';
import { featureCase } from '../../support/checkFeature.js';

const hash = 'abc1234def5678abc1234def5678abc1234def56';
const others = `=== docs/specs/STORY-002.md
# STORY-002: List
=== src/cart.ts
export {};
`;

/** Checks that exactly the marked stretches are links, and where they lead. */
async function check(source: string, targets: readonly string[], commits: readonly string[] = [hash]): Promise<void> {
  const { context, document, spans } = await featureCase(source + others, { code: true });
  const history = { commits: commits.map((one) => ({ hash: one })), branches: [] };
  const git = { ignored: new Set<string>(), notices: [], history } as unknown as FeatureContext['project']['git']; // what links ask of it
  const links = documentLinks({ ...context, project: { ...context.project, ...(git ? { git } : {}) } });
  const text = (span: { start: number; end: number }): string => document.text.slice(span.start, span.end);
  expect(links.map(({ span }) => text(span))).toEqual(spans.map(text));
  expect(links.map(({ target }) => ('file' in target ? target.file : target.commit))).toEqual(targets);
}

describe('document links', () => {
  it('lead to files that are there', () =>
    check(
      `=== docs/specs/STORY-001.md
# STORY-001: Cart

## Implementation Steps

| Step | File | Action |
| ---- | ---- | ------ |
| 1 | \`⟦src/cart.ts⟧\` | Keep |
| 2 | \`src/gone.ts\` | Keep |

## Dependency Surface

| Field | Value |
| ----- | ----- |
| Depends on | ⟦STORY-002⟧ |
| Touches | \`⟦src/cart.ts:12⟧\`, \`src\` |
`,
      ['src/cart.ts', 'docs/specs/STORY-002.md', 'src/cart.ts'],
    ));

  it('lead from an entry to its spec as one', () =>
    check(
      `=== docs/product/sprint_board.md
## 📋 Backlog

### [⟦STORY-002⟧] List
> Spec: ⟦docs/specs/STORY-002.md⟧
`,
      ['docs/specs/STORY-002.md', 'docs/specs/STORY-002.md'],
    ));

  it('lead to commits that are there', () =>
    check(
      `=== docs/product/context.md
# Project Context

Since \`⟦abc1234⟧\`, commit ⟦abc1234def⟧ and \`1234567\`; abc1234 is a word, commit abc12 too short.

\`\`\`
commit abc1234
\`\`\`
`,
      [hash, hash],
    ));

  it('lead to no commit where the hash is that of several', () =>
    check('=== docs/product/context.md\n# C\n\n`abc1234`\n', [], [hash, `${hash.slice(0, -1)}0`]));
});
