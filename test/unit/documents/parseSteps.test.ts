import { describe, expect, it } from 'vitest';
import { parseSteps } from '../../../server/src/documents/parseSteps.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';

/** Each step as `form keyword|keyword as written|text|whole step`. */
function check(text: string, expected: readonly string[]): void {
  const steps = parseSteps(text, scanBlocks(text));
  const slice = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  for (const step of steps) expect(slice(step.text.span)).toBe(step.text.value);
  expect(
    steps.map(({ form, keyword, keywordSpan, text: { value }, span }) =>
      [`${form} ${keyword}`, slice(keywordSpan), value, slice(span)].join('|'),
    ),
  ).toEqual(expected);
}

describe('parseSteps', () => {
  it.each<[string, string, readonly string[]]>([
    ['bold in items', '- **Given** a cart\n', ['bold Given|Given|a cart|- **Given** a cart']],
    ['plain in items', '* given a cart\n', ['plain Given|given|a cart|* given a cart']],
    ['a colon after the mark', '- **Given**: a\n', ['bold Given|Given|a|- **Given**: a']],
    ['a colon before the mark', '- **When:** a\n', ['bold When|When|a|- **When:** a']],
    ['other emphasis', '_Given_ a\n\n*Then* b', ['bold Given|Given|a|_Given_ a', 'bold Then|Then|b|*Then* b']],
    ['underscores', '__But__ a', ['bold But|But|a|__But__ a']],
    ['task items', '- [ ] Given a\n', ['plain Given|Given|a|- [ ] Given a']],
    [
      'lines of a paragraph',
      '**Given** a\r\n**When** b\r\nThen c',
      ['bold Given|Given|a|**Given** a', 'bold When|When|b|**When** b', 'plain Then|Then|c|Then c'],
    ],
    [
      'nested items',
      '- **Given** a\n  - **And** b\n',
      ['bold Given|Given|a|- **Given** a', 'bold And|And|b|- **And** b'],
    ],
    ['lower-case lines', 'given a\nwhen b', ['plain Given|given|a|given a', 'plain When|when|b|when b']],
    ['no wrapped prose', '- **Given** a cart\n  and an item\n', ['bold Given|Given|a cart|- **Given** a cart']],
    [
      'Gherkin fences',
      '```gherkin\n  Given a\n  THEN b\n```',
      ['gherkin Given|Given|a|Given a', 'gherkin Then|THEN|b|THEN b'],
    ],
    ['fences without info', '~~~\n- **Given** a\n~~~', ['gherkin Given|Given|a|- **Given** a']],
    ['no code', '```yaml\nwhen: always\nThen: b\n```', ['gherkin Then|Then|b|Then: b']],
    ['bare keywords', 'Given', ['plain Given|Given||Given']],
    [
      'text below the keyword',
      '- **Given**:\n  - a cart\n- **When**\n  b',
      ['bold Given|Given|a cart|- **Given**:', 'bold When|When|b|- **When**'],
    ],
    ['a whole bold line', '**Given a cart**', ['bold Given|Given|a cart**|**Given a cart**']],
    ['no longer words', 'Whenever x\n\nGiven-When-Then\n\nGiven_x\n\nThen1', []],
    ['no words in the middle', 'The cart, Given x', []],
    ['no comments and headings', '<!-- Given a -->\n\n#### Given b', []],
  ])('%s', (_, text, expected) => check(text, expected));
});
