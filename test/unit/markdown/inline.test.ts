import { describe, expect, it } from 'vitest';
import { type Inline, parseInline } from '../../../server/src/markdown/inline.js';

function show(text: string, inline: Inline): string {
  const whole = JSON.stringify(text.slice(inline.span.start, inline.span.end));
  switch (inline.kind) {
    case 'code':
      return `code ${whole} ${JSON.stringify(inline.value)}`;
    case 'link':
      return `link ${whole} ${JSON.stringify(text.slice(inline.textSpan.start, inline.textSpan.end))} -> ${inline.target}`;
    default:
      return `${inline.kind} ${whole} ${JSON.stringify(text.slice(inline.textSpan.start, inline.textSpan.end))}`;
  }
}

describe('parseInline', () => {
  it.each<[string, string, readonly string[]]>([
    ['strong and emphasis, outer first', '**a _b_**', ['strong "**a _b_**" "a _b_"', 'emphasis "_b_" "b"']],
    ['code', '`` a`b ``', ['code "`` a`b ``" "a`b"']],
    [
      'links',
      '[a](b "c") <https://d.e>',
      ['link "[a](b \\"c\\")" "a" -> b', 'link "<https://d.e>" "https://d.e" -> https://d.e'],
    ],
    ['references', '[a][B] [c]\n\n[b]: d', ['link "[a][B]" "a" -> d']],
    [
      'in items, tables and quotes',
      '- `a`\n\n|b|\n|-|\n|`c`|\n\n> `d`',
      ['code "`a`" "a"', 'code "`c`" "c"', 'code "`d`" "d"'],
    ],
    ['not in code or front matter', '---\na: `b`\n---\n```\n`c`\n```', []],
    ['behind a byte order mark, counted in UTF-16', '\uFEFF𝒳 `a`', ['code "`a`" "a"']],
  ])('finds %s', (_name, text, expected) => {
    expect(parseInline(text).map((inline) => show(text, inline))).toEqual(expected);
  });

  it('survives what remark does not', () => {
    expect(() => parseInline('-\n[x] `a`\n')).not.toThrow();
  });

  it.each([
    ['long', '`a`\n\n'.repeat(50_000)],
    ['nested', `${'- '.repeat(5_000)}\`a\``],
    ['nested in a quote', `> ${'- '.repeat(5_000)}\`a\``],
    ['quoted', `${'> '.repeat(20_000)}\`a\``],
    ['full of delimiters', `${'*'.repeat(40_000)}\`a\``],
  ])('has nothing to say of a text too %s to hold up the editor for', (_name, text) => {
    expect(parseInline(text)).toEqual([]);
  });
});
