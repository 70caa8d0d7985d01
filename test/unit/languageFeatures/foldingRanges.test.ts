import { describe, expect, it } from 'vitest';
import { foldingRanges } from '../../../server/src/languageFeatures/foldingRanges.js';
import { featureCase } from '../../support/checkFeature.js';

/** Checks what folds: `first-last` line, from 1. */
async function check(source: string, expected: readonly string[] | undefined): Promise<void> {
  const { document } = await featureCase(source);
  const ranges = foldingRanges(document);
  expect(ranges?.map(({ startLine, endLine, kind = '' }) => `${startLine + 1}-${endLine + 1}${kind}`)).toEqual(
    expected,
  );
}

describe('folding', () => {
  it.each([
    [
      'a spec',
      `=== docs/specs/STORY-001.md
# STORY-001: a

| Field | Value |
|---|---|
| ID | b |

## Requirements

### R1: c

\`\`\`
d
\`\`\`

### R2: e

## Background

<!-- f
g -->
`,
      ['1-20', '3-5', '7-15', '9-13', '11-13', '17-20', '19-20comment'],
    ],
    [
      'entries of a board',
      '=== docs/product/sprint_board.md\n## Backlog\n\n### [STORY-001] a\n\n- [ ] b\n  c\n\n### [STORY-002] d\n',
      ['1-8', '3-6', '5-6'],
    ],
    [
      'scenarios of a feature',
      '=== docs/test_cases/STORY-001.feature\nFeature: a\n\n  Scenario: b\n    Given c\n\n  Scenario: d\n    Given e\n',
      ['3-4', '6-7'],
    ],
    ['no YAML', '=== .pactwright/config.yaml\npaths:\n  specs: a\n', undefined],
  ])('%s', (_, source, expected) => check(source, expected));
});
