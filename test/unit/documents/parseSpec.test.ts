import { describe, expect, it } from 'vitest';
import { parseSpec } from '../../../server/src/documents/spec/parseSpec.js';
import { dependsOnSome, specFacts } from '../../../server/src/documents/spec/specFacts.js';
import type { Spec } from '../../../server/src/documents/spec/spec.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';
import type { Located, Span } from '../../../server/src/markdown/span.js';

/** The spec of a text, with what reads the text behind a span. */
function read(text: string): { readonly spec: Spec; readonly at: (span: Span) => string } {
  const { spec, problems } = parseSpec(text, scanBlocks(text));
  expect(problems).toEqual([]);
  return { spec, at: ({ start, end }) => text.slice(start, end) };
}

const values = (located: readonly Located[]): string[] => located.map(({ value }) => value);

describe('title', () => {
  it.each<[string, string | undefined, string]>([
    ['# STORY-001: Carts', 'STORY-001', 'Carts'],
    ['# BUG-al-2 — Carts', 'BUG-al-2', 'Carts'],
    ['# [HOTFIX-bob-01-003] Carts #', 'HOTFIX-bob-01-003', 'Carts'],
    ['STORY-001: Carts\n====', 'STORY-001', 'Carts'],
    ['# STORY-001', 'STORY-001', ''],
    ['# Carts of STORY-001', undefined, 'Carts of STORY-001'],
    ['# story-001: Carts', undefined, 'story-001: Carts'],
    ['## Background\n\n# STORY-002: Late', 'STORY-002', 'Late'],
  ])('%s', (text, id, rest) => {
    const { title } = read(text).spec;
    expect(title?.id?.value).toBe(id);
    expect(title?.text.value).toBe(rest);
  });

  it('is absent without a level-1 heading', () => expect(read('## A').spec.title).toBeUndefined());
});

describe('metadata', () => {
  const table = '| Field | Value |\n|---|---|\n';
  it.each<[string, string, readonly string[] | undefined]>([
    ['plain rows', `${table}| ID | STORY-001 |\n| Status | Draft |`, ['ID=STORY-001', 'Status=Draft']],
    [
      'marked keys',
      `${table}| **ID** | a |\n| \`Status\`: | b |\n| **Release:** | c |`,
      ['ID=a', 'Status=b', 'Release=c'],
    ],
    ['an empty cell that swallows nothing', `${table}| Status | |\n| Priority | P1 |`, ['Status=', 'Priority=P1']],
    ['a short row', `${table}| Status`, ['Status=']],
    ['escaped pipes', `${table}| Status | a \\| b |`, ['Status=a | b']],
    ['no outer pipes', 'Field | Value\n--- | ---\nID | a', ['ID=a']],
    ['an indented table', '  | field | VALUE |\n  |---|---|\n  | ID | a |', ['ID=a']],
    ['the first table only', `${table}| ID | a |\n\n## API\n\n${table}| Status | 200 |`, ['ID=a']],
    ['no table of the Dependency Surface', `## Dependency Surface\n\n${table}| Touches | a |`, undefined],
    [
      'the table below it',
      `## Dependency Surface\n\n${table}| Touches | a |\n\n## Metadata\n\n${table}| ID | b |`,
      ['ID=b'],
    ],
    ['no wider table', '| Field | Value | Type |\n|---|---|---|\n| a | b | c |', undefined],
    ['no fence', `\`\`\`\n${table}| ID | a |\n\`\`\``, undefined],
    ['no list', '- **ID**: a', undefined],
  ])('reads %s', (_, text, expected) => {
    const { spec, at } = read(text);
    expect(spec.metadata?.rows.map(({ key, value }) => `${key.value}=${value.value}`)).toEqual(expected);
    for (const { key } of spec.metadata?.rows ?? []) expect(at(key.span)).toBe(key.value);
  });
});

describe('sections', () => {
  it.each<[string, readonly (string | undefined)[]]>([
    ['## Requirements', ['requirements']],
    ['## REQUIREMENTS ##', ['requirements']],
    ['## Non-Goals\n## out of scope', ['outOfScope', 'outOfScope']],
    ['Security Scope\n---', ['securityScope']],
    ['## 3. Requirements\n## Requirements:\n## Requirement', [undefined, undefined, undefined]],
    ['### Requirements\n# Background', []],
    ['```\n## Requirements\n```\n\n<!--\n## Background\n-->', []],
  ])('%j', (text, expected) => expect(read(text).spec.sections.map(({ name }) => name)).toEqual(expected));

  it('reach to the next heading of level 2, past a level-1 heading, blank lines left out', () => {
    const text = '## Background\n\na\n\n### Deeper\n\nb\n\nNext\n---\n\nc\n\n# Title\n\nd\n';
    const { spec, at } = read(text);
    expect(spec.sections.map(({ span }) => at(span))).toEqual([
      '## Background\n\na\n\n### Deeper\n\nb',
      'Next\n---\n\nc\n\n# Title\n\nd',
    ]);
    expect(spec.headings.map((heading) => heading.text)).toEqual(['Background', 'Deeper', 'Next', 'Title']);
  });
});

describe('requirements', () => {
  const section = '## Requirements\n\n';
  it.each<[string, readonly string[]]>([
    ['### R1: Keep (MUST)', ['R1|Keep|MUST|MUST']],
    ['### R1. Keep', ['R1|Keep||']],
    ['###   r02 - Keep (SHOULD NOT)', ['R2|Keep|SHOULD|SHOULD']],
    ['#### R1 — Keep (MUST, see R2)', ['R1|Keep|MUST|MUST']],
    ['### R1', ['R1|||']],
    ['### R1:Keep', ['R1|Keep||']],
    ['### R1: A (MUST NOT drop)', ['R1|A|MUST|MUST']],
    ['### R1: `get()` (MAY) twice', ['R1|`get()` (MAY) twice|MAY|MAY']],
    ['### R1: a (must)\n\nThe client SHALL.', ['R1|a (must)||SHALL']],
    ['### R1: a\n\n`MUST` <!-- MUST --> ``MUST ` ``\n\n```\nMUST\n```\n\n- OPTIONAL', ['R1|a||OPTIONAL']],
    ['### R1: a ` MUST', ['R1|a ` MUST||MUST']],
    ['### R1: a\n\nMUSTER and MUST_NOT', ['R1|a||']],
    ['### R1.2: a\n### R1-R3: b\n### Rules\n### See R1\n## R4: c\n', []],
    ['### R1: a\n\n### R1: b\n\n### R3: c', ['R1|a||', 'R1|b||', 'R3|c||']],
  ])('%j', (text, expected) => {
    const { spec, at } = read(section + text);
    expect(
      spec.requirements.map(({ id, name, level, keyword }) =>
        [id, name.value, level?.value ?? '', keyword?.value ?? ''].join('|'),
      ),
    ).toEqual(expected);
    for (const { idSpan, name, level, keyword } of spec.requirements) {
      expect(at(idSpan)).toMatch(/^R\d+$/i);
      expect(at(name.span)).toBe(name.value);
      if (level) expect(at(level.span)).toBe(level.value);
      if (keyword) expect(at(keyword.span)).toBe(keyword.value);
    }
  });

  it('end at the next requirement and at other headings of their level', () => {
    const { spec, at } = read(
      `${section}### R1: a\n\nx\n\n#### Deeper\n\ny\n\n### Notes\n\nMUST\n\n#### R2: b\n\n### R3: c\n`,
    );
    expect(spec.requirements.map(({ span }) => at(span))).toEqual([
      '### R1: a\n\nx\n\n#### Deeper\n\ny',
      '#### R2: b',
      '### R3: c',
    ]);
  });

  it('come from every Requirements section, and from no other', () => {
    const text = `${section}### R1: a\n\n## Background\n\n### R2: b\n\n## Requirements\n\n### R3: c`;
    expect(read(text).spec.requirements.map(({ id }) => id)).toEqual(['R1', 'R3']);
  });
});

describe('criteria', () => {
  const section = '## Acceptance Criteria\n\n';
  it.each<[string, readonly string[]]>([
    ['### AC1: Reload keeps it (R1)', ['AC1|Reload keeps it (R1)|R1']],
    ['### Scenario 2: a\n\nas R1–R3 say', ['Scenario 2|a|R1,R2,R3']],
    ['#### ac03 — a', ['AC3|a|']],
    ['### AC1: a\n\n```gherkin\nGiven R2\n```\n\n<!-- R3 -->', ['AC1|a|R2']],
    ['### AC1: a\n\n- one\n  - r4\n\n| R5 |\n|---|\n| R6 |', ['AC1|a|R4,R5,R6']],
    ['### ACs\n### AC1b\n### Scenario: a\n### Scenarios 1', []],
  ])('%j', (text, expected) => {
    const { spec } = read(section + text);
    expect(spec.criteria.map(({ id, name, cites }) => [id, name.value, values(cites).join()].join('|'))).toEqual(
      expected,
    );
  });

  it('have the steps below them', () => {
    const { spec } = read(
      `${section}### AC1: a\n\n- **Given** b\n- When c\n\n### AC2: d\n\n\`\`\`gherkin\nThen e\n\`\`\``,
    );
    expect(spec.criteria.map(({ steps }) => steps.map(({ keyword, text }) => `${keyword} ${text.value}`))).toEqual([
      ['Given b', 'When c'],
      ['Then e'],
    ]);
  });
});

describe('tables of known sections', () => {
  it('reads implementation steps by column name', () => {
    const { spec } = read(
      '## Implementation Steps\n\n| Risk | **Action** | File | Step |\n|---|---|---|---|\n| Low | write | `a.ts` | 1 |\n| High | drop |\n\n| Step | Note |\n|---|---|\n| 1 | x |',
    );
    expect(spec.implementationSteps.map(({ step, file, action }) => values([step, file, action]))).toEqual([
      ['1', '`a.ts`', 'write'],
      ['', '', 'drop'],
    ]);
  });

  it('reads security checks from rows and headings, not from bullets', () => {
    const { spec } = read(
      '## Security Scope\n\n| Check | Applicable | Reason |\n|---|---|---|\n| SEC-1 | Yes | a |\n| **SEC-2** secrets | No |\n| none | No | b |\n\n### SEC-3: c\n\n### About SEC-9\n\n- SEC-4: d',
    );
    expect(
      spec.securityChecks.map(({ id, applicable, reason }) => [id.value, applicable?.value, reason?.value]),
    ).toEqual([
      ['SEC-1', 'Yes', 'a'],
      ['SEC-2', 'No', ''],
      ['SEC-3', undefined, undefined],
    ]);
  });

  it('reads the Dependency Surface', () => {
    const { spec, at } = read(
      '## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | `STORY-1`, BUG-bob-01-003 (needs: x) |\n| Provides | a |\n| **Touches** | `a.ts` (new), src/*.ts; `b.ts` and `c.ts`, unit tests, None |',
    );
    const surface = spec.dependencySurface;
    expect(values(surface?.dependsOn ?? [])).toEqual(['STORY-1', 'BUG-bob-01-003']);
    expect(values(surface?.touches ?? [])).toEqual(['a.ts', 'src/*.ts', 'b.ts', 'c.ts']);
    for (const { value, span } of [...(surface?.dependsOn ?? []), ...(surface?.touches ?? [])])
      expect(at(span)).toBe(value);
    expect(surface?.rows.map(({ key }) => key.value)).toEqual(['Depends on', 'Provides', 'Touches']);
  });

  it.each([
    ['STORY-1', true],
    ['None', false],
  ])('shows in the text of its facts whether it depends on others: %s', (named, isDependent) => {
    const { spec } = read(`## Dependency Surface\n\n| Field | Value |\n|---|---|\n| Depends on | ${named} |`);
    expect(JSON.stringify(specFacts(spec)).includes(dependsOnSome)).toBe(isDependent);
  });

  it('has a Dependency Surface without rows where its table is missing', () => {
    expect(read('## Dependency Surface\n\nNone').spec.dependencySurface?.rows).toEqual([]);
  });
});
