import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../server/src/documents/document.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { newSpec } from '../../../server/src/documents/spec/specTemplate.js';
import { testCaseFor } from '../../../server/src/documents/testCase/testCaseTemplate.js';
import { lintFiles } from '../../support/lintFiles.js';
import { cleanSpec } from '../../support/projectTexts.js';

const parse = async (text: string, path = 'docs/specs/STORY-001.md'): Promise<ParsedDocument<'spec'>> =>
  parseDocument('spec', path, text);

/** The scenarios written for criteria, without the document's head. */
async function scenariosFor(criteria: string): Promise<string | undefined> {
  const spec = await parse(`# STORY-001: Keep the cart\n\n## Acceptance Criteria\n\n${criteria}\n`);
  return testCaseFor(spec, 'docs/test_cases')?.text.split('\n\n').slice(2).join('\n\n');
}

describe('testCaseFor', () => {
  it('writes a scenario per criterion', async () => {
    expect(testCaseFor(await parse(cleanSpec()), 'docs/test_cases')).toEqual({
      path: 'docs/test_cases/STORY-001_case.md',
      text: `# Test Cases: STORY-001 — Keep the cart

> Spec: docs/specs/STORY-001.md

## TC-1: Reload keeps the cart (AC1, R1)

- **Given** a cart with one item
- **When** the page is reloaded
- **Then** the item is still there
`,
    });
  });

  it.each<[string, string, string]>([
    [
      'steps in a row',
      '### AC1: A (R1, R2)\n\nGiven a\nWhen b\nAnd c\nThen d',
      '## TC-1: A (AC1, R1, R2)\n\n- **Given** a\n- **When** b\n- **And** c\n- **Then** d\n',
    ],
    [
      'steps in a fence',
      '### AC2: B\n\n```gherkin\nGiven a\nWhen b\nThen c\n```',
      '## TC-1: B (AC2)\n\n- **Given** a\n- **When** b\n- **Then** c\n',
    ],
    [
      'what is missing',
      '### AC1: C\n\n- **Then** c\n- **And** d',
      '## TC-1: C (AC1)\n\n- **Given** TODO\n- **When** TODO\n- **Then** c\n- **And** d\n',
    ],
    [
      'a criterion without words',
      '### AC1',
      '## TC-1: AC1 (AC1)\n\n- **Given** TODO\n- **When** TODO\n- **Then** TODO\n',
    ],
    [
      'a numbered scenario',
      '### Scenario 3: reload',
      '## TC-1: reload (AC3)\n\n- **Given** TODO\n- **When** TODO\n- **Then** TODO\n',
    ],
  ])('%s', async (_, criteria, expected) => {
    expect(await scenariosFor(criteria)).toBe(expected);
  });

  it.each([
    ['no criterion', '# STORY-001: X\n', undefined],
    ['a file name that is no item id', cleanSpec(), 'docs/specs/story_1.md'],
  ])('nothing for %s', async (_, text, path) => {
    expect(testCaseFor(await parse(text, path), 'docs/test_cases')).toBeUndefined();
  });

  it('keeps the line breaks of the spec', async () => {
    const text = testCaseFor(await parse(cleanSpec().replaceAll('\n', '\r\n')), 'docs/test_cases')?.text ?? '';
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/u);
  });

  it('writes what no rule has anything to say about, even of a spec to fill in', async () => {
    for (const text of [cleanSpec(), newSpec({ id: 'STORY-001', title: 'X', status: 'Draft' }, 'docs/specs').text]) {
      const made = testCaseFor(await parse(text), 'docs/test_cases');
      expect(made).toBeDefined();
      const { findings } = await lintFiles([{ path: 'docs/specs/STORY-001.md', text }, ...(made ? [made] : [])]);
      expect(findings.filter(({ path }) => path === made?.path)).toEqual([]);
    }
  });
});

describe('newSpec', () => {
  it('is a spec that lacks nothing but what a person has to write', async () => {
    const made = newSpec({ id: 'STORY-001', title: 'Keep the cart', status: 'Draft' }, 'docs/specs');
    expect(made.path).toBe('docs/specs/STORY-001.md');
    const { findings } = await lintFiles([made]);
    expect(findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });
});
