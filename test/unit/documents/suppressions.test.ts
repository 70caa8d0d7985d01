import { describe, expect, it } from 'vitest';
import { type CommentSyntax, findSuppressions } from '../../../server/src/documents/suppressions.js';
import { createLineIndex } from '../../../server/src/markdown/lineIndex.js';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';
import { applySuppressions } from '../../../server/src/rules/suppression.js';

function found(text: string, syntax: CommentSyntax = 'markdown'): string[] {
  const blocks = syntax === 'markdown' ? scanBlocks(text) : [];
  return findSuppressions(text, blocks, syntax).map(({ kind, codes, span, unknown, inText }) => {
    if (inText) return 'in text';
    for (const code of [...codes, ...(unknown ? [unknown] : [])])
      expect(text.slice(code.span.start, code.span.end)).toBe(code.value);
    expect(text.slice(span.start, span.end)).toMatch(/^(<!--[^]*-->|#.*)$/u);
    return [unknown ? `?${unknown.value}` : kind, ...codes.map(({ value }) => value)].join(' ');
  });
}

describe('findSuppressions', () => {
  it.each([
    ['one code', '<!-- pactwright-disable-next-line E001 -->', ['disable-next-line E001']],
    ['blanks and commas', '<!--pactwright-disable E001, PW101,W007  my-rule-->', ['disable E001 PW101 W007 my-rule']],
    ['a reason', '<!-- pactwright-disable W007 -- not E001, see ADR -- 5 -->', ['disable W007']],
    [
      'enable with and without codes',
      '<!-- pactwright-enable E001 -->\n\n<!-- pactwright-enable -->',
      ['enable E001', 'enable'],
    ],
    [
      'no code',
      '<!-- pactwright-disable -->\n<!-- pactwright-disable-next-line -- why -->',
      ['disable', 'disable-next-line'],
    ],
    ['a word that is none', '<!-- pactwright-disable-line E001 -->', ['?pactwright-disable-line']],
    ['not a sentence', '<!-- Pactwright-generated, do not edit -->', []],
    ['other letter case', '<!-- Pactwright-disable E001 -->', ['?Pactwright-disable']],
    ['several lines', '<!-- pactwright-disable\n  E001\r\n  E002\n-->', ['disable E001 E002']],
    ['behind a paragraph', 'text\n<!-- pactwright-disable E001 -->\nmore', ['disable E001']],
    [
      'in list items',
      '- a\n\n  <!-- pactwright-disable E001 -->\n  - <!-- pactwright-enable E001 -->',
      ['disable E001', 'enable E001'],
    ],
    ['not in a fence', '```\n<!-- pactwright-disable E001 -->\n```', []],
    ['not in indented code', 'x\n\n    <!-- pactwright-disable E001 -->', []],
    ['inside a paragraph', 'see <!-- pactwright-disable E001 --> here', ['in text']],
    ['in a heading', '# A <!-- pactwright-enable -->', ['in text']],
    ['not in a code span', 'see `<!-- pactwright-disable E001 -->` here', []],
    ['not unclosed', '<!-- pactwright-disable E001', []],
    ['not another comment', '<!-- about pactwright-disable E001 -->', []],
  ])('Markdown: %s', (_, text, expected) => {
    expect(found(text)).toEqual(expected);
  });

  it.each<[string, CommentSyntax, string, string[]]>([
    [
      'a comment',
      'yaml',
      '# pactwright-disable-next-line PW501 -- on purpose\na: 1\n  #pactwright-enable',
      ['disable-next-line PW501', 'enable'],
    ],
    ['not behind a value', 'yaml', 'a: 1 # pactwright-disable PW501', []],
    [
      'not in a block scalar',
      'yaml',
      'a: |\n  # pactwright-disable PW501\n\n  # pactwright-disable PW502\nb: 1\n# pactwright-disable PW503',
      ['disable PW503'],
    ],
    ['a comment', 'feature', 'Feature: x\r\n  # pactwright-disable PW201\r\n', ['disable PW201']],
    [
      'not in a doc string',
      'feature',
      'Given x\n"""\n# pactwright-disable PW201\n"""\n# pactwright-disable PW202',
      ['disable PW202'],
    ],
    [
      'not in a doc string of back ticks',
      'feature',
      'Given x\n```js\n# pactwright-disable PW201\n"""\n```\n# pactwright-enable',
      ['enable'],
    ],
  ])('%s in %s', (_, syntax, text, expected) => {
    expect(found(text, syntax)).toEqual(expected);
  });
});

/** `E007` has not run, `E008` does not exist. */
const rules = {
  codeOf: (word: string) => (word.endsWith('E008') ? undefined : word.replace('rule-', '')),
  hasNotRun: (code: string) => code === 'E007',
};

/** Findings are the words `E001`, `E002` … of the text outside comments. */
function check(text: string, shown: readonly string[], unused: readonly string[]): void {
  const suppressions = findSuppressions(text, scanBlocks(text), 'markdown');
  const findings = Array.from(text.matchAll(/E\d{3}/gu), (match) => ({
    code: match[0],
    span: { start: match.index, end: match.index + 4 },
  })).filter(
    ({ span }) => !suppressions.some((comment) => span.start > comment.span.start && span.end < comment.span.end),
  );
  const place = ({ start }: { start: number }): string => `${createLineIndex(text).positionAt(start).line + 1}`;
  const result = applySuppressions({ text, lines: createLineIndex(text), suppressions }, findings, rules);
  expect(result.shown.map(({ code, span }) => `${place(span)} ${code}`)).toEqual(shown);
  expect(result.unused.map(({ value, span, doubtful }) => `${place(span)} ${value}${doubtful ? '?' : ''}`)).toEqual(
    unused,
  );
}

describe('applySuppressions', () => {
  it('lets everything stand without comments', () => {
    check('E001\n\nE002', ['1 E001', '3 E002'], []);
  });
  it('suppresses on the next line only, blank lines and other comments between', () => {
    check(
      '<!-- pactwright-disable-next-line E001 -->\n\n<!-- pactwright-disable-next-line E002 -->\n# E001 E002 E003\n\nE001',
      ['4 E003', '6 E001'],
      [],
    );
  });
  it('suppresses from disable to enable', () => {
    check(
      'E001\n\n<!-- pactwright-disable E001 E002 -->\nE001 E002\n\n<!-- pactwright-enable E001 -->\nE001 E002',
      ['1 E001', '7 E001'],
      [],
    );
  });
  it('enables all', () => {
    check(
      '<!-- pactwright-disable E001 E002 -->\nE001 E002\n\n<!-- pactwright-enable -->\nE001 E002',
      ['5 E001', '5 E002'],
      [],
    );
  });
  it('takes rule names too', () => {
    check('<!-- pactwright-disable rule-E001 -->\nE001', [], []);
  });
  it('names the codes that suppressed nothing', () => {
    check(
      '<!-- pactwright-disable E009 E001 -->\nE001\n\n<!-- pactwright-enable -->\n<!-- pactwright-disable-next-line E002 -->',
      [],
      ['1 E009', '5 E002'],
    );
  });
  it('thinks the nearest comment was meant', () => {
    check('<!-- pactwright-disable E001 -->\n<!-- pactwright-disable-next-line E001 -->\nE001', [], ['1 E001']);
  });
  it('does nothing without codes', () => {
    check('<!-- pactwright-disable -->\nE001', ['2 E001'], []);
  });
  it('works with CRLF and without a final line break', () => {
    check('<!-- pactwright-disable-next-line E001 -->\r\nE001\r\nE001', ['3 E001'], []);
  });
  it.each([
    ['that nothing is switched off for', 'E001\n\n<!-- pactwright-enable E001 -->', ['3 E001']],
    ['of all that nothing is switched off for', 'E001\n\n<!-- pactwright-enable -->', ['3 ']],
    [
      'under another code than what is off, whatever stands above',
      '<!-- pactwright-disable-next-line E003 -->\n<!-- pactwright-disable E001 -->\n<!-- pactwright-enable E002 -->\nE003\n\nE001',
      ['3 E002?'],
    ],
    [
      'under another code than what is off',
      '<!-- pactwright-disable E001 -->\nE001\n\n<!-- pactwright-enable E002 -->',
      ['4 E002?'],
    ],
  ])('names an enable %s', (_, text, unused) => {
    const { length } = text.split('\n').filter((line) => line.startsWith('E001'));
    check(text, text.startsWith('E001') ? Array.from({ length }, () => '1 E001') : [], unused);
  });
  it.each([
    [
      'that ends a disable in other words',
      '<!-- pactwright-disable E001 -->\nE001\n\n<!-- pactwright-enable rule-E001 -->\nE001',
      ['5 E001'],
      [],
    ],
    [
      'for as long as its disable stands, which would go on',
      '<!-- pactwright-disable E001 -->\n\nx\n\n<!-- pactwright-enable E001 -->\nE001',
      ['6 E001'],
      ['1 E001'],
    ],
    [
      'of all for as long as one disable stands',
      '<!-- pactwright-disable E001 -->\n\nx\n\n<!-- pactwright-enable -->\nE001',
      ['6 E001'],
      ['1 E001'],
    ],
    [
      'without which one disable above another would go on',
      '<!-- pactwright-disable E001 -->\nE001\n\n<!-- pactwright-disable E001 -->\n<!-- pactwright-enable E001 -->\nE001',
      ['6 E001'],
      ['4 E001'],
    ],
    ['of a rule that has not run', '<!-- pactwright-disable E007 -->\n<!-- pactwright-enable E007 -->', [], []],
    ['of all, of a rule that has not run', '<!-- pactwright-disable E007 -->\n<!-- pactwright-enable -->', [], []],
    ['of a rule there is not', '<!-- pactwright-disable E008 -->\n<!-- pactwright-enable -->', [], []],
    ['of nothing, for a rule there is not', '<!-- pactwright-enable E008 -->', [], []],
  ])('keeps an enable %s', (_, text, shown, unused) => {
    check(text, shown, unused);
  });
  it('takes as many codes as a comment holds', () => {
    const codes = Array.from({ length: 150_000 }, () => 'E001').join(' ');
    const text = `<!-- pactwright-enable ${codes} -->`;
    const suppressions = findSuppressions(text, scanBlocks(text), 'markdown');
    const { unused } = applySuppressions({ text, lines: createLineIndex(text), suppressions }, [], rules);
    expect(unused).toHaveLength(150_000);
  });
});
