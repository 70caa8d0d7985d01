import { util } from 'prettier';
import { describe, expect, it } from 'vitest';
import { textWidth } from '../../../server/src/base/textWidth.js';
import { tried } from '../../support/runs.js';

describe('text width', () => {
  it('of every character is Prettier’s', () => {
    const different: string[] = [];
    let widthBefore = 1;
    for (let code = 0x20; code <= 0x3ffff; code++) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const character = String.fromCodePoint(code);
      const width = textWidth(character);
      // Where ranges begin and end, it is compared in `npm test`, too.
      const isCompared = width !== widthBefore || code % tried(1, 23) === 0;
      if (isCompared && width !== util.getStringWidth(character)) different.push(code.toString(16));
      widthBefore = width;
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
