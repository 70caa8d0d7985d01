import { describe, expect, it } from 'vitest';
import type { ParsedDocument } from '../../../server/src/documents/document.js';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { agreedScenarios, lostScenarios } from '../../../server/src/rules/drift/agreedScenarios.js';

type Ending = '_case.md' | '.feature';
const read = (text: string, ending: Ending = '_case.md'): Promise<ParsedDocument<'testCase'>> =>
  parseDocument('testCase', `docs/test_cases/STORY-001${ending}`, text);

/** What of the scenarios as they were agreed is not there any more, by name. */
async function check(before: string, after: string, lost: readonly string[], ending?: Ending): Promise<void> {
  const agreed = agreedScenarios([await read(before, ending)]);
  expect(agreed.length).toBeGreaterThan(0);
  const found = lostScenarios(agreed, after === '' ? [] : [await read(after, ending)]);
  expect(found.map(({ name, now }) => (now ? name : `${name} (gone)`))).toEqual(lost);
}

const one = '## TC-1: Reload (AC1)\n\n- **Given** a cart\n- **When** it is reloaded\n- **Then** it is there\n';
const two = '\n## TC-2: Expire (AC2)\n\n- **Given** an old cart\n- **Then** it is gone\n';
const both = `# Test Cases: STORY-001\n\n${one}${two}`;
const outline =
  '# Test Cases: STORY-001\n\n## TC-1: Total (AC1)\n\n**Scenario Outline: total**\n\n- **Given** a cart of <a>\n- **Then** it is <b>\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |\n';
const feature =
  'Feature: STORY-001\n\n  Background:\n    Given a shop\n\n  # a note\n  @AC1\n  Scenario: TC-1 Reload\n    Given a cart\n    Then it is there\n\n  @AC2\n  Scenario Outline: Total\n    Given a cart of <a>\n    Then it is <b>\n\n    Examples:\n      | a | b |\n      | 1 | 2 |\n      | 3 | 4 |\n';

const inMarkdown: readonly (readonly [string, string, readonly string[]])[] = [
  ['nothing changed', both, []],
  ['another form of the steps', both.replace(/- \*\*(\w+)\*\*/gu, '**$1**  '), []],
  ['other line ends and blanks', both.replaceAll('\n', ' \r\n'), []],
  ['other numbers and order', `# Cases\n${two.replace('TC-2', 'TC-1')}\n${one.replace('TC-1', 'TC-2')}`, []],
  ['another title', both.replace('Reload', 'Reloaded'), []],
  ['a comment', both.replace('- **When**', '<!-- once -->\n- **When**'), []],
  ['a scenario more', `${both}${two.replace('TC-2', 'TC-3').replace('gone', 'told')}`, []],
  ['an outcome more', both.replace('it is there', 'it is there\n- **And** the customer is told'), []],
  ['two outcomes more', both.replace('it is gone', 'it is gone\n- **And** one\n- **Then** two'), []],
  ['an outcome in front', both.replace('- **Then** it is there', '- **Then** two\n- **And** it is there'), ['TC-1']],
  ['an exception', both.replace('it is there', 'it is there\n- **But** not on Mondays'), ['TC-1']],
  ['an exception, hidden', both.replace('it is there', 'it is there\n- **But** not now\n- **And** told'), ['TC-1']],
  ['a condition more', both.replace('a cart\n', 'a cart\n- **And** it is Monday\n'), ['TC-1']],
  ['an easier outcome', both.replace('it is there', 'something is there'), ['TC-1']],
  ['a step less', both.replace('- **When** it is reloaded\n', ''), ['TC-1']],
  ['another criterion', both.replace('(AC2)', '(AC1)'), ['TC-2']],
  ['a scenario less', `# Cases\n\n${one}`, ['TC-2 (gone)']],
  ['one in a comment', both.replace(two, `\n<!--${two}-->\n`), ['TC-2 (gone)']],
  ['no test case', '', ['TC-1 (gone)', 'TC-2 (gone)']],
];
const ofOutlines: readonly (readonly [string, string, readonly string[]])[] = [
  ['a wider table', outline.replace('| 1 | 2 |', '|   1 |   2 |'), []],
  ['a row more', `${outline}| 5 | 6 |\n`, []],
  ['a row less', outline.replace('| 1 | 2 |\n', ''), ['TC-1, row 1 2 (gone)']],
  ['another row', outline.replace('| 3 | 4 |', '| 3 | 5 |'), ['TC-1, row 3 4 (gone)']],
];
const inGherkin: readonly (readonly [string, string, readonly string[]])[] = [
  ['another note', feature.replace('# a note', '# another note'), []],
  ['a note in a scenario', feature.replace('    Then it is there', '    # soon\n    Then it is there'), []],
  ['a tag', feature.replace('@AC1', '@slow @AC1'), []],
  ['another name', feature.replace('Outline: Total', 'Outline: Sum'), []],
  [
    'a row and an outcome more',
    `${feature.replace('it is <b>', 'it is <b>\n    And it is shown')}      | 5 | 6 |\n`,
    [],
  ],
  ['another background', feature.replace('a shop', 'any shop'), ['TC-1', 'Total']],
  ['an easier outcome', feature.replace('it is <b>', 'it is a number'), ['Total']],
  ['a row less', feature.replace('      | 3 | 4 |\n', ''), ['Total, row 3 4 (gone)']],
];

describe('the scenarios that were agreed', () => {
  it.each(inMarkdown)('in Markdown, with %s', (_, after, lost) => check(both, after, lost));
  it.each(ofOutlines)('in an outline, with %s', (_, after, lost) => check(outline, after, lost));
  it.each(inGherkin)('in Gherkin, with %s', (_, after, lost) => check(feature, after, lost, '.feature'));
});
