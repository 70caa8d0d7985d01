import { describe, expect, it } from 'vitest';
import { parseTestCase } from '../../../server/src/documents/testCase/parseTestCase.js';
import type { TestCase } from '../../../server/src/documents/testCase/testCase.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';

function parse(text: string): ReturnType<typeof parseTestCase> {
  return parseTestCase(text, scanBlocks(text));
}

/** One line for each scenario: group, id, form, name, steps, rows, cites. */
function outline({ scenarios }: TestCase): string[] {
  return scenarios.map(({ group, id, form, name, steps, outline, examples, cites }) =>
    [
      group?.id?.value ?? (group ? `(${group.heading.text})` : '-'),
      id?.value ?? '-',
      form,
      name.value,
      ...steps.map(({ keyword, text }) => `${keyword} ${text.value}`),
      ...(outline ? [`outline ${examples.map(({ rows }) => rows).join('+')}`] : []),
      ...(cites.length > 0 ? [cites.map(({ value }) => value).join(',')] : []),
    ].join(' | '),
  );
}

/** All located texts, each compared with the text at its place. */
function checkPlaces(text: string, { title, specPath, groups, scenarios, ignored = [] }: TestCase): void {
  const located = [
    ...(title ? [title.text] : []),
    ...(title?.id ? [title.id] : []),
    ...(specPath ? [specPath] : []),
    ...groups.flatMap(({ id }) => id ?? []),
    ...ignored,
    ...scenarios.flatMap(({ id, name, steps }) => [...(id ? [id] : []), name, ...steps.map((step) => step.text)]),
  ];
  for (const { value, span } of located) expect(text.slice(span.start, span.end)).toBe(value);
}

describe('parseTestCase', () => {
  it.each<[string, string, string[]]>([
    ['bold steps in a paragraph', '## TC-1: a\n\n**Given** b\n**When** c\n**Then** d', ['TC-1 | TC-1 | heading | a | Given b | When c | Then d']],
    ['bullets', '## TC-01: a (AC1, R1-R2)\n\n- **Given** b\n- **When** c\n- **Then** d', ['TC-01 | TC-01 | heading | a (AC1, R1-R2) | Given b | When c | Then d | AC1,R1,R2']],
    ['plain bullets', '## TC-1: a\n- Given b\n- Then c', ['TC-1 | TC-1 | heading | a | Given b | Then c']],
    ['a level-3 heading', '## Login\n### TC-1: a\n- Given b\n### TC-2 c\n- Given d', ['(Login) | TC-1 | heading | a | Given b', '(Login) | TC-2 | heading | c | Given d']],
    ['a level-3 heading with nothing below', '### TC-1: a\n', ['- | TC-1 | heading | a']],
    ['a level-3 heading in small letters', '### tc-1: a\n', ['- | - | heading | tc-1: a']],
    ['steps below a heading of their own', '## TC-1: a\n### Steps\n- Given b', ['TC-1 | TC-1 | heading | a | Given b']],
    ['a heading without id', '## Senario\n- Given b', ['(Senario) | - | heading | Senario | Given b']],
    ['scenario headings', '## TC-1: g\n### Scenario: a\n- Given b\n### Scenario 2: c', ['TC-1 | - | heading | a | Given b', 'TC-1 | - | heading | c']],
    ['bold titles', '## AC1: g (R1)\n\n**Scenario: a**\n\n- **Given** b\n\n**Scenario**: c\n- Given d\n\n__Scenario:__ e\nGiven f', ['AC1 | - | bold | a | Given b | AC1,R1', 'AC1 | - | bold | c | Given d | AC1,R1', 'AC1 | - | bold | e | Given f | AC1,R1']],
    ['titles and steps in one paragraph', '## AC1: g\nScenario: a\n**Given** b\nScenario: c\n**Given** d', ['AC1 | - | bold | a | Given b | AC1', 'AC1 | - | bold | c | Given d | AC1']],
    ['items with nested steps', '## TC-1: g\n\n- **Scenario**: a\n  - **Given** b\n  - **Then** c\n\n- **Scenario**: d\n  - **Given** e', ['TC-1 | - | bold | a | Given b | Then c', 'TC-1 | - | bold | d | Given e']],
    ['items with steps beside them', '## TC-1: g\n- **Scenario**: a\n- Given b\n- Then c', ['TC-1 | TC-1 | bold | a | Given b | Then c']],
    ['one scenario alone takes the id', '## TC-1: g\n- **Scenario**: a\n  - Given b', ['TC-1 | TC-1 | bold | a | Given b']],
    ['one scenario alone does not take a criterion for its id', '## AC1: g\n- **Scenario**: a\n  - Given b', ['AC1 | - | bold | a | Given b | AC1']],
    ['bold ids', '## TC-1: a (AC1)\n- Given b\n\n**TC-11: c (AC2)**\n- Given d\n\n**TC-12**: e\nGiven f\n\n__TC-15: k__\nGiven l\n\n**TC-13 — g**\n- Given h\n\n**tc-14: i**\n- Given j', ['TC-1 | TC-1 | heading | a (AC1) | Given b | AC1', 'TC-1 | TC-11 | bold | c (AC2) | Given d | AC2', 'TC-1 | TC-12 | bold | e | Given f', 'TC-1 | TC-15 | bold | k | Given l', 'TC-1 | TC-13 | bold | g | Given h', 'TC-1 | - | bold | tc-14: i | Given j | AC1']],
    ['bold ids in items and headings', '## Login\n- **TC-1: a**\n  - Given b\n### **TC-2: c**\n- Given d', ['(Login) | TC-1 | bold | a | Given b', '(Login) | TC-2 | heading | c | Given d']],
    ['text in parentheses behind bold type', '**TC-2: second** (AC2)\n- Given b\n\n__TC-3: third__ (AC3)\n- Given c\n\n**Scenario: fourth** (AC4)\n- Given d', ['- | TC-2 | bold | second | Given b | AC2', '- | TC-3 | bold | third | Given c | AC3', '- | - | bold | fourth | Given d | AC4']],
    ['ids that alone are bold', '**TC-1:** a\n- Given b\n\n__TC-2:__ c\n- Given d\n\n__TC-3__: e\n- Given f\n\n__TC-4__\n- Given g\n\n**TC-5: *h***\n- Given i\n\n**Scenario**: a **b**\n- Given j', ['- | TC-1 | bold | a | Given b', '- | TC-2 | bold | c | Given d', '- | TC-3 | bold | e | Given f', '- | TC-4 | bold |  | Given g', '- | TC-5 | bold | *h* | Given i', '- | - | bold | a **b** | Given j']],
    ['bold type that ends before the line does', '## TC-1: a\n- Given b\n\n**TC-1** depends on **TC-2**\n- When c\n\n__TC-1__ depends on __TC-2__\n- Then d', ['TC-1 | TC-1 | heading | a | Given b | When c | Then d']],
    ['marks in code in bold type', '**TC-1: glob `src/**/*.ts`**\n- Given a\n\n**TC-2: call f(`**kwargs`) works** (`a**b`)\n- Given b\n\n**Scenario: glob `src/**/*.ts` again**\n- Given c', ['- | TC-1 | bold | glob `src/**/*.ts` | Given a', '- | TC-2 | bold | call f(`**kwargs`) works | Given b', '- | - | bold | glob `src/**/*.ts` again | Given c']],
    ['marks in bold type that end none', '__TC-1: keeps the snake__case name__\n- Given a\n\n**TC-2: call f(**kwargs) or 2 ** 3**\n- Given b\n\n__Scenario: the __init__.py of my__module__\n- Given c\n\n**TC-3: (a)**b**\n- Given d', ['- | TC-1 | bold | keeps the snake__case name | Given a', '- | TC-2 | bold | call f(**kwargs) or 2 ** 3 | Given b', '- | - | bold | the __init__.py of my__module | Given c', '- | TC-3 | bold | (a)**b | Given d']],
    ['bold ids in other text', '## TC-1: a\n- Given b\n\n**TC-2** is checked by hand.\n\n**TC-3: later**\n\n**TC-10x: c**\n\n- **TC-4**: unit test\n\nExamples:\n\n|a|\n|-|\n|b|', ['TC-1 | TC-1 | heading | a | Given b']],
    ['steps and inner scenarios', '## TC-1: g\n- Given a\n\n**Scenario: b**\n- Given c', ['TC-1 | TC-1 | heading | g | Given a', 'TC-1 | - | bold | b | Given c']],
    ['a fence with titles', '## AC1: g\n```gherkin\nFeature: f\n  Scenario: a\n    Given b\n  @R2\n  Scenario: TC-7: c\n    * d\n```', ['AC1 | - | gherkin | a | Given b | AC1', 'AC1 | TC-7 | gherkin | c | * d | R2,AC1']],
    ['a fence with one title', '## TC-1: g\n```feature\nScenario: a\nGiven b\n```', ['TC-1 | TC-1 | gherkin | a | Given b']],
    ['a fence with steps', '## AC1: g\n```gherkin\nGiven a\nWhen b\nThen c\n```\nVerified by: x', ['AC1 | - | heading | g | Given a | When b | Then c | AC1']],
    ['steps twice in a fence', '## TC-1: g\n```gherkin\nGiven a\nThen b\n\nGiven c\nThen d\n```', ['TC-1 | TC-1 | heading | g | Given a | Then b', 'TC-1 | - | gherkin | g | Given c | Then d']],
    ['steps in two fences', '## TC-1: g\n```gherkin\nGiven a\n```\n```gherkin\nGiven b\n```', ['TC-1 | TC-1 | heading | g | Given a', 'TC-1 | - | gherkin | g | Given b']],
    ['a fence below a bold title', '## AC1: g\n**Scenario: a**\n```gherkin\nGiven b\n```', ['AC1 | - | bold | a | Given b | AC1']],
    ['a fence that does not say it is Gherkin', '## TC-1: g\n```\nGiven a\nThen b\n```', ['TC-1 | TC-1 | heading | g | Given a | Then b']],
    ['other fences', '## TC-1: g\n```\nGiven a\nif (x) {}\n```\n```sh\nGiven a\n```', []],
    ['an outline', '## AC1: g\n```gherkin\nScenario Outline: a\n  Given <x>\n  Examples:\n    | x |\n    | 1 |\n    | 2 |\n```\n\n**Scenario Outline: b**\n- Given <x>\n\nExamples:\n\n| x |\n|---|\n| 1 |', ['AC1 | - | gherkin | a | Given <x> | outline 2 | AC1', 'AC1 | - | bold | b | Given <x> | outline 1 | AC1']],
    ['a background', '```gherkin\nFeature: f\nBackground:\n  Given x\nScenario: a\n  When b\n```', ['- | - | gherkin | a | When b']],
    ['steps before any heading', 'Given a\nThen b', ['- | - | heading |  | Given a | Then b']],
    ['steps below the title', '# Test Cases: STORY-1 — a\n\n- Given b', ['- | - | heading | Test Cases: STORY-1 — a | Given b']],
    ['CRLF', '## TC-1: a\r\n\r\n**Given** b\r\n**When** c\r\n\r\n```gherkin\r\nScenario: d\r\n  Given e\r\n```\r\n', ['TC-1 | TC-1 | heading | a | Given b | When c', 'TC-1 | - | gherkin | d | Given e']],
  ])('reads %s', (_, text, expected) => {
    const { testCase, problems } = parse(text);
    expect(outline(testCase)).toEqual(expected);
    expect(problems).toEqual([]);
    checkPlaces(text, testCase);
  }); // prettier-ignore

  it.each([
    ['# Test Cases: STORY-al-012 — cart survives', 'STORY-al-012', 'cart survives'],
    ['# Test Case: BUG-1: cart', 'BUG-1', 'cart'],
    ['# HOTFIX-2 cart', 'HOTFIX-2', 'cart'],
    ['# Test Cases: cart of STORY-3', 'STORY-3', 'cart of STORY-3'],
    ['# Test Cases', undefined, ''],
  ])('takes the title %s apart', (text, id, name) => {
    const { testCase } = parse(text);
    expect([testCase.title?.id?.value, testCase.title?.text.value]).toEqual([id, name]);
    checkPlaces(text, testCase);
  });

  it.each(['> Spec: docs/specs/STORY-1.md', '> Layer: API\n> **Spec**: `docs/specs/STORY-1.md` (v2)'])(
    'finds the spec in %j',
    (text) => {
      const { testCase } = parse(`# x\n\n${text}\n`);
      expect(testCase.specPath?.value).toBe('docs/specs/STORY-1.md');
      checkPlaces(`# x\n\n${text}\n`, testCase);
    },
  );

  it('keeps groups with an id or with scenarios, and no other sections', () => {
    const text = '## TC-1: a\n\n## AC2: b (R1)\n\nd\n\n---\n\n## Issues\n\nNone.\n\n## SEC-7\n- Given c';
    const { groups } = parse(text).testCase;
    expect(groups.map(({ heading, cites }) => [heading.text, cites.map(({ value }) => value)])).toEqual([
      ['TC-1: a', []],
      ['AC2: b (R1)', ['AC2', 'R1']],
      ['SEC-7', []],
    ]);
    // A line that parts it from the next one is of neither.
    expect(groups.map(({ span }) => text.slice(span.start, span.end))).toEqual([
      '## TC-1: a',
      '## AC2: b (R1)\n\nd',
      '## SEC-7\n- Given c',
    ]);
  });

  it('hands the steps of a background over beside the scenario', () => {
    const { scenarios } = parse(
      '```gherkin\nFeature: f\nBackground:\n Given x\nScenario: a\n When b\nRule: r\nBackground:\n Given y\nExample: c\n Then d\n```',
    ).testCase;
    expect(scenarios.map(({ background }) => background?.map(({ text }) => text.value))).toEqual([['x'], ['x', 'y']]);
  });

  it.each([
    ['free text among steps', 'Scenario: a\n  Given b\n  Where c', ['Where c']],
    ['bullets', '- Given a', ['- Given a']],
    ['an open doc string', 'Given a\n"""\nWhen b', ['"""']],
    ['examples without scenario', 'Examples:\n| a |', ['Examples:']],
    [
      'nothing in doc strings, tables, tags and comments',
      '@t\nScenario: a\n# c\n  Given b\n  """\n  Where c\n  """\n  | d |\n',
      [],
    ],
  ])('reports in a fence: %s', (_, content, expected) => {
    const text = `## TC-1: g\n\`\`\`gherkin\n${content}\n\`\`\`\n`;
    const { problems } = parse(text);
    expect(problems.map(({ span }) => text.slice(span.start, span.end))).toEqual(expected);
  });

  it.each(['**a ', 'a** ', '** ', '*', 'a**b', '`**', '`** `', '** (', '('])(
    'looks at each mark in %j once',
    (marks) => {
      // A moment; looking for an end behind each mark takes minutes, and the test ends without an answer.
      const line = marks.repeat(400_000 / marks.length);
      for (const title of [`**TC-1: ${line}`, `**Scenario: ${line}`, `__TC-1: ${line.replaceAll('*', '_')}`])
        expect(parse(`# x\n\n${title}\n- Given a`).testCase.scenarios).toHaveLength(1);
    },
  );

  it('names what Gherkin takes for a description', () => {
    const { ignored } = parse('```gherkin\nFeature: f\n  why\nScenario: a\n  Givn b\n  Then c\n```').testCase;
    expect(ignored?.map(({ value }) => value)).toEqual(['why', 'Givn b']);
  });
});
