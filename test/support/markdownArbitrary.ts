import fc from 'fast-check';

const prefixes = [
  ...['', '', '', '', '', '', ' ', '  ', '   ', '    ', '     ', '      ', '\t', ' \t'],
  ...['- ', '- ', '* ', '+ ', '1. ', '2) ', '-', '-   ', '-     ', '-\t', '> ', '>', '[^n]: '],
];

const bodies = [
  ...[
    '',
    '',
    '',
    '',
    'a',
    'some text',
    'b  ',
    '  ',
    '\\',
    '# h',
    '## h ##',
    '#',
    '=',
    '===',
    '--',
    '---',
    '***',
    '- - -',
    '+++',
  ],
  ...[
    '```',
    '```js',
    '~~~',
    '````',
    '`a|b` | c',
    '``',
    'x ` y',
    '| a | b |',
    '|---|---|',
    '| - | :-: |',
    'a | b',
    ':-|-',
    '-|-',
    '|',
  ],
  ...[
    '| 1 | `x\\|y` |',
    '\\| a',
    ':-',
    '<!-- c',
    '-->',
    '<!-- d -->',
    '<div>',
    '</div>',
    '<b>',
    '<script>',
    '</script>',
    '<?',
    '?>',
    '<b',
  ],
  ...[
    '[ ] t',
    '[x] t',
    '[X]',
    '[ ]',
    '[ ]  ',
    '[a]: /u',
    '[a]:',
    '/u',
    '"t"',
    "'t",
    '[a',
    '[^n]: f',
    '1.',
    '2. x',
    '-',
  ],
];

/** Documents made of the line fragments that block structure turns on, with each kind of line break. */
export const markdownDocuments: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(fc.tuple(fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }), fc.constantFrom(...bodies)), {
      minLength: 1,
      maxLength: 9,
    }),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
    fc.boolean(),
    fc.constantFrom('', '', '', '\uFEFF', '---\na: 1\n---\n', '+++\na = 1\n+++\n'),
  )
  .map(
    ([lines, lineBreak, endsInBreak, head]) =>
      head.replaceAll('\n', lineBreak) +
      lines.map(([prefix, body]) => prefix.join('') + body).join(lineBreak) +
      (endsInBreak ? lineBreak : ''),
  );

/** Strings of the characters that block and inline structure turn on, in any order. */
export const markdownSoup: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom(...Array.from('#`~-=*+_>|:[]()<!/?\\"\'0123456789. \t\n\r\uFEFF\u0000a𝒳é')),
  maxLength: 200,
});
