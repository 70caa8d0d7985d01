import { describe, expect, it } from 'vitest';
import { scanBlocks } from '../../../server/src/markdown/scanBlocks.js';
import { outline } from '../../support/blockOutline.js';

type Case = readonly [name: string, text: string, expected: readonly string[]];

const check = (cases: readonly Case[]): void =>
  it.each(cases)('%s', (_name, text, expected) => {
    expect(outline(text, scanBlocks(text))).toEqual(expected);
  });

describe('headings', () =>
  check([
    ['of each level', '# a\n###### b', ['heading 1 "a" [0-3]', 'heading 6 "b" [4-12]']],
    ['end in hashes that do not count', '## Background ##  ', ['heading 2 "Background" [0-18]']],
    ['keep hashes that belong to the text', '# C# \\#\n# a#', ['heading 1 "C# \\\\#" [0-7]', 'heading 1 "a#" [8-12]']],
    ['may be empty', '#\n## ##', ['heading 1 "" [0-1]', 'heading 2 "" [2-7]']],
    ['start behind up to three blanks', '   # a\n    # b', ['heading 1 "a" [3-6]', 'indentedCode [11-14]']],
    [
      'need a blank and at most six hashes',
      '#a\n\n####### b',
      ['paragraph "#a" [0-2]', 'paragraph "####### b" [4-13]'],
    ],
    [
      'underlined',
      'Title\n===\n\nTwo\nlines  \n--',
      ['heading 1 "Title" setext [0-9]', 'heading 2 "Two\\nlines" setext [11-25]'],
    ],
    ['take no link definition', '[a]: b\nc\n---', ['linkDefinition [0-6]', 'heading 2 "c" setext [7-12]']],
  ]));

describe('paragraphs', () =>
  check([
    ['go on until a blank line', 'a\n  b\n\nc', ['paragraph "a\\n  b" [0-5]', 'paragraph "c" [7-8]']],
    [
      'are interrupted by other blocks',
      'a\n# b\nc\n***',
      ['paragraph "a" [0-1]', 'heading 1 "b" [2-5]', 'paragraph "c" [6-7]', 'thematicBreak [8-11]'],
    ],
    ['are not interrupted by a number other than 1', 'a\n2. b', ['paragraph "a\\n2. b" [0-6]']],
    ['are not interrupted by a tag alone', 'a\n<b>', ['paragraph "a\\n<b>" [0-5]']],
  ]));

describe('code', () =>
  check([
    ['in backticks', '```gherkin title\na\n\nb\n```', ['fence ` "gherkin title" "a\\n\\nb" [0-25]']],
    ['in tildes, with backticks in the info', '~~~ a`b\nc\n~~~~', ['fence ~ "a`b" "c" [0-14]']],
    ['without content', '```\n```', ['fence ` "" "" [0-7]']],
    ['ends at a fence as long as the first', '````\n```\n````  ', ['fence ` "" "```" [0-15]']],
    ['indented', '  ```\n  a\n ```', ['fence ` "" "  a" [2-14]']],
    ['unclosed', 'a\n```\nb\n', ['paragraph "a" [0-1]', 'fence ` "" "b" unclosed [2-7]']],
    ['unclosed at the end of the text', '```', ['fence ` "" "" unclosed [0-3]']],
    [
      'closed by the end of its item',
      '- ```\n  a\nb',
      ['list [0-9]', '  item - "```" [0-9]', '    fence ` "" "  a" unclosed [2-9]', 'paragraph "b" [10-11]'],
    ],
    ['by indentation', '    a\n\n    b\n\nc', ['indentedCode [4-12]', 'paragraph "c" [14-15]']],
    ['by a tab', '\ta', ['indentedCode [1-2]']],
    ['not inside a paragraph', 'a\n    b', ['paragraph "a\\n    b" [0-7]']],
  ]));

describe('HTML', () =>
  check([
    ['comments', '<!-- a\n\nb --> c\nd', ['html comment [0-15]', 'paragraph "d" [16-17]']],
    ['comments without an end', '<!-- a\n\n# b', ['html comment [0-11]']],
    ['the shortest comment', '<!-->\na', ['html comment [0-5]', 'paragraph "a" [6-7]']],
    ['scripts', '<script>\n\n</SCRIPT>\na', ['html [0-19]', 'paragraph "a" [20-21]']],
    [
      'instructions, declarations and CDATA',
      '<?a\n?>\n<!A>\n<![CDATA[\n]]>',
      ['html [0-6]', 'html [7-11]', 'html [12-25]'],
    ],
    ['block tags end at a blank line', '<div>\n*a*\n\nb', ['html [0-9]', 'paragraph "b" [11-12]']],
    ['any tag alone on its line', '<a b="c" d>\ne\n\n</x >', ['html [0-13]', 'html [15-20]']],
    [
      'not malformed or with text behind it',
      '<a b="c>\n\n<a> b\n\n</a b',
      ['paragraph "<a b=\\"c>" [0-8]', 'paragraph "<a> b" [10-15]', 'paragraph "</a b" [17-22]'],
    ],
  ]));

describe('lists', () =>
  check([
    [
      'of each marker are lists of their own',
      '- a\n+ b\n1. c\n2) d',
      [
        'list [0-3]',
        '  item - "a" [0-3]',
        '    paragraph "a" [2-3]',
        'list [4-7]',
        '  item + "b" [4-7]',
        '    paragraph "b" [6-7]',
        'list ordered [8-12]',
        '  item 1. "c" [8-12]',
        '    paragraph "c" [11-12]',
        'list ordered [13-17]',
        '  item 2) "d" [13-17]',
        '    paragraph "d" [16-17]',
      ],
    ],
    [
      'nest',
      '- a\n  - b\n\n    c\n- d',
      [
        'list [0-20]',
        '  item - "a" [0-16]',
        '    paragraph "a" [2-3]',
        '    list [6-16]',
        '      item - "b" [6-16]',
        '        paragraph "b" [8-9]',
        '        paragraph "c" [15-16]',
        '  item - "d" [17-20]',
        '    paragraph "d" [19-20]',
      ],
    ],
    ['hold lazy lines', '- a\nb', ['list [0-5]', '  item - "a" [0-5]', '    paragraph "a\\nb" [2-5]']],
    [
      'have empty items, which end at a blank line',
      '-\n\n  a',
      ['list [0-1]', '  item - "" [0-1]', 'paragraph "a" [5-6]'],
    ],
    [
      'hold code five columns behind the marker',
      '-     a',
      ['list [0-7]', '  item - "a" [0-7]', '    indentedCode [6-7]'],
    ],
    [
      'are not thematic breaks',
      '* * *\n- - a',
      [
        'thematicBreak [0-5]',
        'list [6-11]',
        '  item - "- a" [6-11]',
        '    list [8-11]',
        '      item - "a" [8-11]',
        '        paragraph "a" [10-11]',
      ],
    ],
    [
      'count tabs as columns',
      '-\ta\n\n\tb',
      ['list [0-7]', '  item - "a" [0-7]', '    paragraph "a" [2-3]', '    paragraph "b" [6-7]'],
    ],
  ]));

describe('tasks', () =>
  check([
    [
      'open and done',
      '- [ ] a\n- [x] b\n* [X] c',
      [
        'list [0-15]',
        '  item - "[ ]" "a" [0-7]',
        '    paragraph "a" [6-7]',
        '  item - "[x]" checked "b" [8-15]',
        '    paragraph "b" [14-15]',
        'list [16-23]',
        '  item * "[X]" checked "c" [16-23]',
        '    paragraph "c" [22-23]',
      ],
    ],
    [
      'numbered and nested',
      '1. [x] a\n   - [ ] b',
      [
        'list ordered [0-19]',
        '  item 1. "[x]" checked "a" [0-19]',
        '    paragraph "a" [7-8]',
        '    list [12-19]',
        '      item - "[ ]" "b" [12-19]',
        '        paragraph "b" [18-19]',
      ],
    ],
    ['need text', '- [ ]', ['list [0-5]', '  item - "[ ]" [0-5]', '    paragraph "[ ]" [2-5]']],
    [
      'may have it on the next line',
      '- [ ]\n  a',
      ['list [0-9]', '  item - "[ ]" "" [0-9]', '    paragraph "a" [8-9]'],
    ],
    [
      'need a blank and a known mark',
      '- [x]a\n- [y] b',
      [
        'list [0-14]',
        '  item - "[x]a" [0-6]',
        '    paragraph "[x]a" [2-6]',
        '  item - "[y] b" [7-14]',
        '    paragraph "[y] b" [9-14]',
      ],
    ],
    [
      'begin an item',
      'a\n\n[ ] b\n\n- c\n\n  [ ] d',
      [
        'paragraph "a" [0-1]',
        'paragraph "[ ] b" [3-8]',
        'list [10-22]',
        '  item - "c" [10-22]',
        '    paragraph "c" [12-13]',
        '    paragraph "[ ] d" [17-22]',
      ],
    ],
  ]));

describe('tables', () =>
  check([
    [
      'with and without outer pipes',
      '| a | b |\n|---|:-:|\n| 1 | 2 |\nc | d',
      ['table 2 [0-35]', '  row "a" "b" [0-9]', '  row "1" "2" [20-29]', '  row "c" "d" [30-35]'],
    ],
    [
      'with escaped pipes, in code spans too',
      'a|b\n-|-\n`x\\|y`|\\|\n`x|y`',
      ['table 2 [0-23]', '  row "a" "b" [0-3]', '  row "`x|y`" "|" [8-17]', '  row "`x" "y`" [18-23]'],
    ],
    [
      'with escaped backslashes, which leave the pipe as it is',
      '|a\\\\|b|\n|-|-|',
      ['table 2 [0-13]', '  row "a\\\\\\\\" "b" [0-7]'],
    ],
    [
      'with rows of fewer and more cells',
      '|a|b|\n|-|-|\n|1|\n|1||3|',
      ['table 2 [0-22]', '  row "a" "b" [0-5]', '  row "1" [12-15]', '  row "1" "" "3" [16-22]'],
    ],
    ['behind a line of text', 'a\nb|c\n-|-', ['paragraph "a" [0-1]', 'table 2 [2-9]', '  row "b" "c" [2-5]']],
    [
      'end at a blank line or another block',
      'a|b\n-|-\n# c\n\nd',
      ['table 2 [0-7]', '  row "a" "b" [0-3]', 'heading 1 "c" [8-11]', 'paragraph "d" [13-14]'],
    ],
    ['need as many cells in the header as in the delimiter row', '|a|b|\n|-|', ['paragraph "|a|b|\\n|-|" [0-9]']],
    ['need nothing but dashes and colons there', '|a|\n|-x|', ['paragraph "|a|\\n|-x|" [0-8]']],
    [
      'nest in items',
      '- a|b\n  -|-\n  c|d',
      [
        'list [0-17]',
        '  item - "a|b" [0-17]',
        '    table 2 [2-17]',
        '      row "a" "b" [2-5]',
        '      row "c" "d" [14-17]',
      ],
    ],
  ]));

describe('front matter', () =>
  check([
    ['YAML', '---\na: 1\n---  \nb', ['frontMatter "a: 1" [0-14]', 'paragraph "b" [15-16]']],
    ['TOML', '+++\na = 1\n+++', ['frontMatter "a = 1" [0-13]']],
    ['empty', '---\n---\n', ['frontMatter "" [0-7]']],
    ['not without an end', '---\na\n', ['thematicBreak [0-3]', 'paragraph "a" [4-5]']],
    ['not further down', '\n---\na\n---', ['thematicBreak [1-4]', 'heading 2 "a" setext [5-10]']],
    ['behind a byte order mark', '\uFEFF---\na\n---\n# b', ['frontMatter "a" [1-10]', 'heading 1 "b" [11-14]']],
  ]));

describe('opaque blocks', () =>
  check([
    ['quotes, with what is in them', '> # a\n> - b\n>\nc', ['blockQuote [0-13]', 'paragraph "c" [14-15]']],
    ['quotes, with lazy lines', '> a\nb\n# c', ['blockQuote [0-5]', 'heading 1 "c" [6-9]']],
    [
      'quotes in items end at a blank line, items do not',
      '- > a\n\n  > b\n>\nc',
      [
        'list [0-12]',
        '  item - "> a" [0-12]',
        '    blockQuote [2-5]',
        '    blockQuote [9-12]',
        'blockQuote [13-14]',
        'paragraph "c" [15-16]',
      ],
    ],
    ['quotes, without lazy code', '> ```\na', ['blockQuote [0-5]', 'paragraph "a" [6-7]']],
    ['footnotes', '[^1]: a\n\n    b\nc', ['footnoteDefinition [0-16]']],
    [
      'footnotes end at text that is not indented',
      '[^1]: a\n\nb',
      ['footnoteDefinition [0-7]', 'paragraph "b" [9-10]'],
    ],
  ]));

describe('link definitions', () =>
  check([
    [
      'one by one',
      '[a]: b\n[c]: <d e> "f"\ng',
      ['linkDefinition [0-6]', 'linkDefinition [7-21]', 'paragraph "g" [22-23]'],
    ],
    ['over several lines', '[a]:\n  b\n  "c\n  d"\n', ['linkDefinition [0-18]']],
    ['without what is no title', '[a]: b\n"c" d', ['linkDefinition [0-6]', 'paragraph "\\"c\\" d" [7-12]']],
    [
      'with a null character, with no other control',
      '[a]: \u0000\n[b]: \u0001',
      ['linkDefinition [0-6]', 'paragraph "[b]: \\u0001" [7-13]'],
    ],
    ['not inside a paragraph', 'a\n[b]: c', ['paragraph "a\\n[b]: c" [0-8]']],
    ['not without a destination or label', '[a]:\n\n[]: b', ['paragraph "[a]:" [0-4]', 'paragraph "[]: b" [6-11]']],
  ]));

describe('line breaks', () =>
  check([
    [
      'CRLF',
      '# a\r\n\r\n- b\r\n  c\r\n',
      ['heading 1 "a" [0-3]', 'list [7-15]', '  item - "b" [7-15]', '    paragraph "b\\r\\n  c" [9-15]'],
    ],
    ['lone CR', '# a\rb\r', ['heading 1 "a" [0-3]', 'paragraph "b" [4-5]']],
    ['none', '', []],
    ['nothing else', '\n \r\n\t', []],
  ]));

describe('containers beyond the 100th', () => {
  it.each([
    ['- ', 'item'],
    ['1. ', 'item'],
  ])('are text of the innermost (%j)', (marker) => {
    const text = `${marker.repeat(120)}a`;
    const lines = outline(text, scanBlocks(text));
    expect(lines.filter((line) => line.trimStart().startsWith('item '))).toHaveLength(100);
    expect(lines.at(-1)?.trim()).toBe(`paragraph "${marker.repeat(20)}a" [${marker.length * 100}-${text.length}]`);
  });

  it('leave what follows as it is', () => {
    const text = `${'> '.repeat(50_000)}a\n\n# b`;
    expect(outline(text, scanBlocks(text)).at(-1)).toBe('heading 1 "b" [100003-100006]');
  });
});
