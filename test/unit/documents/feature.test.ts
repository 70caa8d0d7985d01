import { describe, expect, it } from 'vitest';
import { parseFeature } from '../../../server/src/documents/testCase/feature.js';
import { plainSteps } from '../../../server/src/documents/testCase/plainSteps.js';
import type { TestCase } from '../../../server/src/documents/testCase/testCase.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';

type Format = 'feature' | 'featureMarkdown';

function parse(text: string, format: Format = 'feature'): ReturnType<typeof parseFeature> {
  return parseFeature(text, format, format === 'featureMarkdown' ? scanBlocks(text) : []);
}

/** One line for each scenario: id, name, background, steps, tags, cites, rows. */
function outline({ scenarios }: TestCase): string[] {
  return scenarios.map(({ id, name, background, steps, tags, cites, outline, examples }) =>
    [
      id?.value ?? '-',
      name.value,
      ...(background ?? []).map(({ keyword, text }) => `(${keyword} ${text.value})`),
      ...steps.map(({ keyword, text }) => `${keyword} ${text.value}`),
      ...tags.map(({ value }) => value),
      cites.map(({ value }) => value).join(','),
      outline ? `outline ${examples.map(({ rows }) => rows).join('+')}` : '',
    ]
      .filter((part) => part !== '')
      .join(' | '),
  );
}

/** All located texts, each compared with the text at its place. */
function checkPlaces(text: string, { title, scenarios, ignored = [] }: TestCase): void {
  const located = [
    ...(title ? [title.text, ...(title.id ? [title.id] : [])] : []),
    ...ignored,
    ...scenarios.flatMap(({ id, name, tags, steps, background = [] }) => [
      ...(id ? [id] : []),
      name,
      ...tags,
      ...[...steps, ...background].map((step) => step.text),
    ]),
  ];
  for (const { value, span } of located) expect(text.slice(span.start, span.end)).toBe(value);
}

describe('parseFeature', () => {
  it.each<[string, Format, string, string[]]>([
    [
      'steps of all kinds',
      'feature',
      'Feature: f\n Scenario: s\n  Given a\n  When b\n  Then c\n  And d\n  But e\n  * f',
      ['- | s | Given a | When b | Then c | And d | But e | * f'],
    ],
    [
      'an id in the name and in a tag',
      'feature',
      'Feature: f\n@TC-2 @x\nScenario: a\n Given b\nExample: TC-1: c\n Given d',
      ['TC-2 | a | Given b | @TC-2 | @x', 'TC-1 | c | Given d'],
    ],
    [
      'what names and tags cite',
      'feature',
      '@AC1\nFeature: f\n@R2\nScenario: s (R3-R4)\n Given b',
      ['- | s (R3-R4) | Given b | @R2 | R3,R4,R2,AC1'],
    ],
    [
      'backgrounds',
      'feature',
      'Feature: f\nBackground:\n Given x\nRule: r\nBackground:\n Given y\nExample: a\n When b\nRule: q\nExample: c\n When d',
      ['- | a | (Given x) | (Given y) | When b', '- | c | (Given x) | When d'],
    ],
    [
      'outlines with and without rows',
      'feature',
      'Feature: f\nScenario Outline: a\n Given <x>\nExamples:\n|x|\n|1|\n|2|\nExamples: more\n|x|\n|3|\nScenario Template: b\n Given <x>\nScenario: c\n Given <x>\nScenarios:\n|x|',
      ['- | a | Given <x> | outline 2+1', '- | b | Given <x> | outline ', '- | c | Given <x> | outline 0'],
    ],
    [
      'another language',
      'feature',
      '# language: no\nEgenskap: f\n Scenario: s\n  Gitt a\n  Når b\n  Så c\n  Og d\n  Men e',
      ['- | s | Given a | When b | Then c | And d | But e'],
    ],
    [
      'a byte order mark and CRLF',
      'feature',
      '\uFEFFFeature: f\r\nScenario: s\r\n Given a\r\n  """\r\n  When no step\r\n  """\r\n Then b\r\n',
      ['- | s | Given a | Then b'],
    ],
    [
      'Markdown',
      'featureMarkdown',
      '# Feature: f\n\n`@a` `@R1`\n## Scenario: s\n* Given a\n- When b\n+ Then c\n',
      ['- | s | Given a | When b | Then c | @a | @R1 | R1'],
    ],
    [
      'Markdown behind front matter',
      'featureMarkdown',
      '---\nx: 1\n---\n\n\n# Feature: f\n## Scenario: s\n* Given a\n',
      ['- | s | Given a'],
    ],
    [
      'Markdown behind blank lines',
      'featureMarkdown',
      '\n \n# Feature: f\n## Scenario: s\n* Given a\n',
      ['- | s | Given a'],
    ],
    [
      'an outline in Markdown',
      'featureMarkdown',
      '# Feature: f\n## Scenario Outline: s\n* Given <x>\n### Examples:\n\n  | x |\n  | - |\n  | 1 |\n',
      ['- | s | Given <x> | outline 1'],
    ],
  ])('reads %s in %s', (_, format, text, expected) => {
    const { testCase, problems } = parse(text, format);
    expect(problems).toEqual([]);
    expect(outline(testCase)).toEqual(expected);
    expect(testCase.title?.text.value).toBe('f');
    checkPlaces(text, testCase);
  });

  it('reads the Markdown dialect a second time', () => {
    const text = '# Feature: f\n## Scenario: s\n* Given a\n';
    expect(parse(text, 'featureMarkdown')).toEqual(parse(text, 'featureMarkdown'));
    expect(parse(text, 'featureMarkdown').testCase.scenarios).toHaveLength(1);
  });

  it('counts columns in code points and places in UTF-16', () => {
    const text = 'Feature: 😀 STORY-001: cart\n  @😀a @b\n  Scenario: 😀\n    Given 😀 a\n';
    const { testCase } = parse(text);
    checkPlaces(text, testCase);
    expect(testCase.title?.id?.value).toBe('STORY-001');
    const [scenario] = testCase.scenarios;
    expect(scenario?.tags.map(({ value }) => value)).toEqual(['@😀a', '@b']);
    expect(scenario && text.slice(scenario.span.start, scenario.span.end)).toBe('Scenario: 😀\n    Given 😀 a');
  });

  it.each<[string, Format, string, string[]]>([
    [
      'descriptions',
      'feature',
      'Feature: f\n  why\n# note\nScenario: s\n  Givn a\n  Given b\n  | c |\n',
      ['why', 'Givn a'],
    ],
    [
      'headings, items and unindented rows in Markdown',
      'featureMarkdown',
      '# Feature: f\n\nProse.\n\n## Senario: s\n* Givn a\n\n## Scenario Outline: t\n* Given <x>\n\n### Examples:\n\n| x |\n| - |\n| 1 |\n',
      ['## Senario: s', '* Givn a', '| x |', '| 1 |'],
    ],
    [
      'steps without a bullet in Markdown',
      'featureMarkdown',
      '# Feature: f\n\nGiven prose.\n\n## Scenario: s\n\nWhen this is prose.\n\n* Given a\n  - Note\n    But b\nWhen c\n\n| x |\n|---|\n\n  Then d\n  when e\n\n## Notes\n\nThen f\n',
      ['- Note', 'But b', 'When c', '| x |', 'Then d', '## Notes'],
    ],
  ])('names what Gherkin passes over: %s', (_, format, text, expected) => {
    const { testCase } = parse(text, format);
    expect(testCase.ignored?.map(({ value }) => value)).toEqual(expected);
    checkPlaces(text, testCase);
  });

  it.each([
    ['free text', 'Feature: f\nScenario: s\n Given a\n oops\n Then b', ['oops | Gherkin cannot read `oops` here']],
    ['no feature', 'oops', ['oops | Gherkin cannot read `oops` here']],
    ['an open doc string', 'Feature: f\nScenario: s\n Given a\n """\n text\n\n', ['text | The file ends unexpectedly']],
    ['a ragged table', 'Feature: f\nScenario: s\n Given a\n |a|b|\n |c|\n', ['|c| | This row has more or fewer cells']],
    ['an unknown language', '# language: xx\nFeature: f', ['# language: xx | Gherkin does not support this language']],
    ['several at once', 'Feature: f\nScenario: s\n Given a\n oops\n ouch', ['oops | Gherkin', 'ouch | Gherkin']],
  ])('reports %s', (_, text, expected) => {
    const found = parse(text).problems.map(({ message, span }) => `${text.slice(span.start, span.end)} | ${message}`);
    expect(found).toHaveLength(expected.length);
    expected.forEach((start, index) => expect(found[index]?.slice(0, start.length)).toBe(start));
  });

  it('keeps the scenarios of a feature with a mistake', () => {
    const { testCase } = parse('Feature: f\nScenario: s\n Given a\n oops\n Then b');
    expect(outline(testCase)).toEqual(['- | s | Given a | Then b']);
  });

  it.each(['', '\n', '---\nx: 1\n---\n', '# only a comment'])('finds nothing in %j', (text) => {
    expect(parse(text).testCase.scenarios).toEqual([]);
    expect(parse(text, 'featureMarkdown').testCase.scenarios).toEqual([]);
  });

  it('refuses what is too large', () => {
    expect(parse(`Feature: f\n${'@a\n#c\n'.repeat(1 << 17)}`).problems[0]?.message).toContain('larger than 256 KB');
  });
});

describe('plainSteps', () => {
  it('looks at each block once', () => {
    // A moment; looking for a list below each paragraph takes minutes, and the test ends without an answer.
    const text = `## Scenario: a\n\n${'When\n\n'.repeat(200_000)}`;
    expect(plainSteps(text, scanBlocks(text))).toHaveLength(200_000);
  });
});
