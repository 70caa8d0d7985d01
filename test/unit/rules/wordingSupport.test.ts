import { describe, expect, it } from 'vitest';
import { parseDocument } from '../../../server/src/documents/parseDocument.js';
import { isMainlyEnglish } from '../../../server/src/rules/support/english.js';
import { withoutCode } from '../../../server/src/rules/support/prose.js';

describe('withoutCode', () => {
  it.each([
    ['plain text', 'plain text'],
    ['run `a | b` now', 'run         now'],
    ['``a ` b`` c', '          c'],
    ['an open ` tick', 'an open ` tick'],
    ['an escaped \\`tick` here', 'an escaped \\`tick` here'],
    ['see <!-- TODO --> this', 'see               this'],
    ['a [link](docs/{ID}.md).', 'a [link](            ).'],
    ['`a\nb` c', '  \n   c'],
    ['`a\r\nb` c', '  \r\n   c'],
  ])('%j', (text, expected) => {
    expect(withoutCode(text)).toBe(expected);
    expect(withoutCode(text)).toHaveLength(text.length);
  });
});

describe('isMainlyEnglish', () => {
  it.each([
    ['English', 'The client keeps the cart of a shopper, and it is shown when the page is loaded again.', true],
    ['German', 'Der Korb bleibt erhalten, wenn die Seite neu geladen wird, und er ist fast sofort wieder da.', false],
    ['French', 'Le panier reste rempli quand on recharge la page, et il est visible sur un autre appareil.', false],
    ['Chinese', '页面重新加载之后购物车仍然存在 and the cart is shown', false],
    ['keywords alone', 'MUST SHOULD Given When Then Requirements Background', false],
    ['nothing', '', false],
  ])('%s', async (_, text, expected) =>
    expect(isMainlyEnglish(await parseDocument('spec', 'docs/specs/STORY-001.md', text))).toBe(expected),
  );
});
