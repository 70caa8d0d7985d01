import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { composeEdits } from '../../../server/src/markdown/composeEdits.js';
import { applyEdits, type TextEdit } from '../../../server/src/markdown/textEdit.js';

const edit = (start: number, end: number, newText: string): TextEdit => ({ span: { start, end }, newText });

describe('edits composed', () => {
  it('stay apart where they are apart', () => {
    expect(composeEdits('one two', [edit(0, 3, 'first')], [edit(6, 9, '2')])).toEqual([
      edit(0, 3, 'first'),
      edit(4, 7, '2'),
    ]);
  });

  it('become one where they touch', () => {
    expect(composeEdits('one two', [edit(0, 3, 'first')], [edit(2, 6, '-')])).toEqual([edit(0, 4, 'fi-')]);
  });

  it('make of any text what the two steps make of it', () => {
    const some = fc.array(fc.tuple(fc.nat(12), fc.nat(4), fc.string({ maxLength: 4 })), { maxLength: 4 });
    const editsOf = (length: number, pieces: readonly (readonly [number, number, string])[]): TextEdit[] => {
      const edits: TextEdit[] = [];
      let at = 0;
      for (const [gap, taken, newText] of pieces) {
        const start = at + gap + 1;
        const end = start + taken;
        if (end > length) break;
        edits.push(edit(start, end, newText));
        at = end;
      }
      return edits;
    };
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), some, some, (text, one, other) => {
        const first = editsOf(text.length, one);
        const between = applyEdits(text, first);
        const second = editsOf(between.length, other);
        expect(applyEdits(text, composeEdits(text, first, second))).toBe(applyEdits(between, second));
      }),
      { numRuns: 2000 },
    );
  });
});
