import { describe, expect, it } from 'vitest';
import { inlayHints } from '../../../server/src/languageFeatures/inlayHints.js';
import { featureCase } from '../../support/checkFeature.js';

const specs = `=== docs/specs/STORY-001.md
# STORY-001: Keep the cart
=== docs/specs/STORY-002.md
# STORY-002: ${'long '.repeat(20)}
`;

/** Checks that titles stand exactly at the marks, each with its text between them. */
async function check(text: string): Promise<void> {
  const { context, spans, document } = await featureCase(`=== docs/product/context.md\n${text}${specs}`);
  const hints = inlayHints(context, { start: 0, end: document.text.length });
  expect(hints.map(({ offset }) => offset)).toEqual(spans.map(({ start }) => start));
}

describe('inlay hints', () => {
  it.each([
    ['behind ids in text, lists and tables', 'See STORY-001⟦⟧.\n\n- STORY-002⟦⟧\n\n| a |\n|---|\n| STORY-001⟦⟧ |\n'],
    ['not where the title stands', 'STORY-001: Keep the cart\n\n## STORY-001\n'],
    ['not in code, links and paths', '`STORY-001` docs/specs/STORY-001.md [STORY-001](a)\n\n```\nSTORY-001\n```\n'],
    ['not for items without title', 'STORY-009\n'],
  ])('%s', (_, text) => check(text));

  it('are short, and only where the document is shown', async () => {
    const { context, document } = await featureCase(`=== docs/product/context.md\nSTORY-001\n\nSTORY-002\n${specs}`);
    const hints = inlayHints(context, { start: 11, end: document.text.length });
    expect(hints.map(({ text }) => text)).toEqual([`${'long '.repeat(8).trimEnd()}…`]);
  });
});
