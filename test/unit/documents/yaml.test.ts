import { describe, expect, it } from 'vitest';
import { parseYamlDocument } from '../../../server/src/documents/yaml/parseYamlDocument.js';
import type { YamlNode } from '../../../server/src/documents/yaml/yamlTree.js';

/** The tree as plain values, with duplicate keys in order. */
function plain(node: YamlNode | undefined): unknown {
  if (!node) return undefined;
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'sequence') return node.items.map(plain);
  return node.pairs.map(({ key, value }) => [key.value, plain(value)]);
}

/** Every key and value with the text of its span. */
function texts(node: YamlNode | undefined, text: string): string[] {
  if (!node) return [];
  const own = text.slice(node.span.start, node.span.end);
  if (node.kind === 'scalar') return [own];
  if (node.kind === 'sequence') return [own, ...node.items.flatMap((item) => texts(item, text))];
  return [
    own,
    ...node.pairs.flatMap(({ key, value, span }) => [
      text.slice(span.start, span.end),
      text.slice(key.span.start, key.span.end),
      ...texts(value, text),
    ]),
  ];
}

function problemsOf(text: string): string[] {
  return parseYamlDocument(text).problems.map(
    ({ message, span }) => `${JSON.stringify(text.slice(span.start, span.end))} ${message}`,
  );
}

describe('parseYamlDocument', () => {
  it.each([
    [
      'scalars',
      'a: 1\nb: "2"\nc: true\nd: ~\ne: 2.10.6',
      [
        ['a', 1],
        ['b', '2'],
        ['c', true],
        ['d', null],
        ['e', '2.10.6'],
      ],
    ],
    [
      'an empty value',
      'a:\nb: x',
      [
        ['a', null],
        ['b', 'x'],
      ],
    ],
    [
      'nesting and lists',
      'a:\n  b: [x, y]\n  c:\n  - z',
      [
        [
          'a',
          [
            ['b', ['x', 'y']],
            ['c', ['z']],
          ],
        ],
      ],
    ],
    [
      'keys that are no strings',
      '404: x\ntrue: y',
      [
        ['404', 'x'],
        ['true', 'y'],
      ],
    ],
    [
      'an alias',
      'a: &x [1]\nb: *x',
      [
        ['a', [1]],
        ['b', [1]],
      ],
    ],
    [
      'an alias of an anchor that is set again',
      'a: &x 1\nb: *x\nc: &x 2\nd: *x',
      [
        ['a', 1],
        ['b', 1],
        ['c', 2],
        ['d', 2],
      ],
    ],
    [
      'a merge key',
      'a: &x {p: 1, q: 2}\nb:\n  <<: *x\n  q: 3',
      [
        [
          'a',
          [
            ['p', 1],
            ['q', 2],
          ],
        ],
        [
          'b',
          [
            ['q', 3],
            ['p', 1],
          ],
        ],
      ],
    ],
    ['a byte order mark', '\uFEFFa: 1', [['a', 1]]],
    ['a date', 'a: 2026-01-02', [['a', '2026-01-02']]],
  ])('reads %s', (_, text, expected) => {
    const { document, problems } = parseYamlDocument(text);
    expect(plain(document.root)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  it('reads YAML 1.1 where PactKit does', () => {
    const text = 'a: yes\nb: off\nc: 2026-01-02\nd: "yes"\ne: y';
    expect(plain(parseYamlDocument(text, '1.1').document.root)).toEqual([
      ['a', true],
      ['b', false],
      ['c', '2026-01-02'],
      ['d', 'yes'],
      ['e', 'y'],
    ]);
    expect(plain(parseYamlDocument(text, '1.2').document.root)).toEqual([
      ['a', 'yes'],
      ['b', 'off'],
      ['c', '2026-01-02'],
      ['d', 'yes'],
      ['e', 'y'],
    ]);
  });

  it.each(['', '\n\n', '# only a comment\n', '---\n'])('has no root for %j', (text) => {
    expect(parseYamlDocument(text)).toEqual({ document: {}, problems: [] });
  });

  it('knows the exact place of everything, behind CRLF and astral characters', () => {
    const text = '\uFEFF"😀k": v # c\r\nm:\r\n  - {x: 1}   \r\n  - "q"\r\nt: |\r\n  line\r\n\r\nz: &a 5\r\n';
    expect(texts(parseYamlDocument(text).document.root, text)).toEqual([
      text.slice(1).trimEnd(),
      '"😀k": v', '"😀k"', 'v',
      'm:\r\n  - {x: 1}   \r\n  - "q"', 'm', '- {x: 1}   \r\n  - "q"', '{x: 1}', 'x: 1', 'x', '1', '"q"',
      't: |\r\n  line', 't', '|\r\n  line',
      'z: &a 5', 'z', '5',
    ]); // prettier-ignore
  });

  it('shows an alias at the place of its use', () => {
    const text = 'a: &x {b: 1}\nc: *x';
    expect(texts(parseYamlDocument(text).document.root, text).slice(-5)).toEqual(['c', '*x', 'b: 1', 'b', '1']);
  });

  it.each([
    ['a key that stands twice', 'a: 1\nb: 2\na: 3', ['"a" The key `a` is a duplicate']],
    ['a tab', 'a:\n\tb: 1', ['"\\t" YAML does not allow tabs']],
    ['two documents', 'a: 1\n---\nb: 2', ['more than one YAML document']],
    ['an unclosed quote', 'a: "x', ['"" Missing closing "quote']],
    ['a second colon', 'a: b: c', ['A second `: ` on one line']],
    ['a missing colon', 'key\nb: 1', ['is a colon missing?']],
    ['an alias without anchor', 'a: *x', ['"*x" There is no anchor `&x`']],
    ['an alias inside its anchor', 'a: &x [*x]', ['"*x" The alias `*x` is inside']],
    ['a list as key', '? [a]\n: 1', ['"[a]" A key must be a plain word']],
    ['a missing key', ': 1', ['":" There is no key']],
    ['a merge of no map', '<<: 5', ['Only a map']],
    ['an unknown tag', 'a: !foo x', ['"!foo" Unresolved tag: !foo']],
  ])('reports %s', (_, text, expected) => {
    const found = problemsOf(text);
    expect(found).toHaveLength(expected.length);
    expected.forEach((part, index) => expect(found[index]).toContain(part));
  });

  it('keeps the tree where only a key stands twice, and has none where the syntax is broken', () => {
    expect(plain(parseYamlDocument('a: 1\na: 2').document.root)).toEqual([
      ['a', 1],
      ['a', 2],
    ]);
    expect(parseYamlDocument('a: [').document.root).toBeUndefined();
  });

  it.each([
    [
      'aliases that double',
      Array.from({ length: 40 }, (_, i) => `k${i}: &k${i} [${i ? `*k${i - 1}, *k${i - 1}` : '1'}]`).join('\n'),
      'Aliases expand to more than',
    ],
    [
      'a long chain of aliases',
      Array.from({ length: 4000 }, (_, i) => `k${i}: &k${i} [${i ? `*k${i - 1}` : '1'}]`).join('\n'),
      'Aliases expand to more than',
    ],
    ['brackets', '['.repeat(200_000), 'nested more than'],
    ['maps in a line', 'a: '.repeat(1000), 'nested more than'],
    ['lists in a line', '- '.repeat(50_000), 'nested more than'],
    ['indentation', Array.from({ length: 600 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'), 'nested more than'],
    ['size', '#\n'.repeat(1 << 18), 'larger than 256 KB'],
  ])('refuses too much of %s', (_, text, expected) => {
    expect(problemsOf(text)[0]).toContain(expected);
  });

  it('reports the first mistakes of many', () => {
    expect(problemsOf('a: @\n'.repeat(5000)).length).toBeLessThanOrEqual(20);
  });
});
