import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { itemLinks } from '../../../server/src/languageFeatures/itemLinks.js';
import { createProject } from '../../../server/src/workspace/project.js';
import { extractMarkers } from '../../support/ruleFixture.js';

/** Checks that exactly the marked ids of a board are links, in a project with the specs of STORY-001 and STORY-bob-01-002. */
async function check(marked: string): Promise<void> {
  const { text, spans } = extractMarkers(marked);
  const board = await parseDocument('board', 'docs/product/sprint_board.md', text);
  const specs = await Promise.all(
    ['STORY-001', 'STORY-bob-01-002'].map((id) => parseDocument('spec', `docs/specs/${id}.md`, `# ${id}: Cart\n`)),
  );
  const links = itemLinks(board, createProject([board, ...specs]));
  expect(links.map(({ span }) => span)).toEqual(spans);
  for (const { target, tooltip, span } of links) {
    expect(target).toBe(`docs/specs/${text.slice(span.start, span.end)}.md`);
    expect(tooltip).toBe('Cart');
  }
}

describe('item links', () => {
  it.each([
    [
      'headings, prose and tables',
      '### [⟦STORY-001⟧] Cart\n\nAfter ⟦STORY-bob-01-002⟧.\n\n| a |\n|---|\n| ⟦STORY-001⟧ |\n',
    ],
    [
      'not in code, fences, comments and links',
      '`STORY-001` [STORY-001](x.md)\n\n```\nSTORY-001\n```\n\n<!-- STORY-001 -->\n',
    ],
    ['not for items without spec, nor within longer words', 'STORY-009, STORY-0011 and MY-STORY-001\n'],
  ])('%s', (_, marked) => check(marked));

  it('are not looked for in long documents', () => check(`STORY-001 ${'word '.repeat(7_000)}\n`));

  it('do not lead from a spec to itself', async () => {
    const spec = await parseDocument('spec', 'docs/specs/STORY-001.md', '# STORY-001: Cart\n');
    expect(itemLinks(spec, createProject([spec]))).toEqual([]);
  });
});
