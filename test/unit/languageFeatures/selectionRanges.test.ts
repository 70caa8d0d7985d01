import { describe, expect, it } from 'vitest';
import { selectionRanges } from '../../../server/src/languageFeatures/selectionRanges.js';
import { featureCase } from '../../support/checkFeature.js';

/** Checks that a selection at the `‸` grows exactly through the marks, from the innermost out, and then to the document. */
async function check(source: string): Promise<void> {
  const { document, offset, spans } = await featureCase(source);
  const marked = [...spans].sort((a, b) => a.end - a.start - (b.end - b.start));
  expect(selectionRanges(document, offset)).toEqual([...marked, { start: 0, end: document.text.length }]);
}

describe('selection ranges', () => {
  it.each([
    [
      'a word of a requirement',
      '=== docs/specs/STORY-001.md\n# a\n\n⟦## Requirements\n\n⟦### R1: b\n\n⟦⟦The ⟦cl‸ient⟧ MUST⟧\nkeep it.⟧⟧\n\n### R2: c⟧\n',
    ],
    ['a cell', '=== docs/specs/STORY-001.md\n# a\n\n⟦| Field | Value |\n|---|---|\n⟦| Status | ⟦⟦In‸⟧ Progress⟧ |⟧⟧\n'],
    [
      'a task',
      '=== docs/product/sprint_board.md\n⟦## Backlog\n\n⟦### [STORY-001] a\n\n⟦⟦- [ ] ⟦Write ⟦STORY-‸002⟧⟧⟧\n- [x] b⟧⟧⟧\n',
    ],
    ['YAML', '=== .pactwright/config.yaml\n⟦⟦paths:\n  ⟦specs: ⟦a‸b⟧⟧⟧\nidleDays: 3⟧\n'],
  ])('%s', (_, source) => check(source));
});
