import { util } from 'prettier';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../server/src/base/textWidth.js';
import { tried } from '../../support/runs.js';

describe('text width', () => {
  it('of every character is Prettier’s', () => {
    const different: string[] = [];
    const compare = (code: number): void => {
      const character = String.fromCodePoint(code);
      if (textWidth(character) !== util.getStringWidth(character)) different.push(code.toString(16));
    };
    let before = 0x20;
    for (let code = 0x20; code <= 0x3ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      // In `npm test`, too, on both sides of each place where a range begins or ends, and of all symbols, where ranges are of one character.
      const isSymbol = (code >= 0x2000 && code <= 0x32ff) || (code >= 0x1f000 && code <= 0x1ffff);
      const isEdge = textWidth(String.fromCodePoint(code)) !== textWidth(String.fromCodePoint(before));
      if (isEdge) compare(before);
      if (isEdge || isSymbol || code % tried(1, 23) === 0) compare(code);
      before = code;
    }
    expect(different).toEqual([]);
  });

  it.each(['', 'plain', '👩‍👩‍👧 family', '🇩🇪', '1️⃣', '❤️', '👍🏽', '購物車 ok', 'e\u0301', 'a\tb', '☑️✅', '가나'])(
    'of %s is Prettier’s',
    (text) => {
      expect(textWidth(text)).toBe(util.getStringWidth(text));
    },
  );
});
