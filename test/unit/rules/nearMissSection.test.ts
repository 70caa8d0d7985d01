import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';
import { nearMissSection } from '../../../server/src/rules/support/nearMissSection.js';

function check(markdown: string): string | undefined {
  const heading = scanBlocks(markdown).find((block) => block.kind === 'heading');
  const near = heading && nearMissSection(heading);
  return near && `${near.name}${near.numbered ? ' (numbered)' : ''}`;
}

describe('nearMissSection', () => {
  it.each([
    ['## Acceptance criterias', 'acceptanceCriteria'],
    ['## Acceptance Criterion', 'acceptanceCriteria'],
    ['## 3. Requirements:', 'requirements (numbered)'],
    ['## 2.1 Requirements', 'requirements (numbered)'],
    ['## IV. Background', 'background (numbered)'],
    ['## requirement', 'requirements'],
    ['## **Requirements**', 'requirements'],
    ['## Requirements (draft)', 'requirements'],
    ['## ✅ Acceptance Criteria', 'acceptanceCriteria'],
    ['## Non Goals', 'outOfScope'],
    ['## Bakcground', 'background'],
  ])('%s is %s', (markdown, expected) => expect(check(markdown)).toBe(expected));

  it.each([
    '## Scope',
    '## Context',
    '## Technical Notes',
    '## Implementation Notes',
    '## Test Plan',
    '## Requirements and how we found them',
    '### Requirement',
    '# Requirement',
    '##',
  ])('%s is none', (markdown) => expect(check(markdown)).toBeUndefined());
});
