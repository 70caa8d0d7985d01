import { expect, it } from 'vitest';
import { escapeProse } from '../../../server/src/markdown/escapeProse.js';

it.each([
  [
    'what would be markup',
    '<b> *a* _b_ `c` [d](e) f|g #h &i; ~j~ $k$',
    '\\<b\\> \\*a\\* \\_b\\_ \\`c\\` \\[d\\](e) f\\|g \\#h \\&i; \\~j\\~ \\$k\\$',
  ],
  ['who would be told', 'by @ann, (@bob-b/team_x). ann@example.org', 'by `@ann`, (`@bob-b/team_x`). ann@example.org'],
  ['packages', '_@vitest/ui_ @types/node@20.1.', '\\_`@vitest/ui_` `@types/node@20.1`.'],
  ['two beside each other', '@a-@b`@c', '`@a-@b`\\``@c`'],
  ['no name', 'a @ b @', 'a @ b @'],
  ['line breaks', 'a\r\n\n# b', 'a \\# b'],
  ['what a terminal obeys', 'a\u001B[2Jb\u0007\u009B31mc', 'a\\[2Jb31mc'],
  ['what turns the reading direction', 'a\u202Eb\u2066c', 'abc'],
])('shows %s as it is, and lets it do nothing', (_, text, escaped) => {
  expect(escapeProse(text)).toBe(escaped);
});
